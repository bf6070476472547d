"""Maps of Tiled, as JSON and as XML: Hexes, words, names, every encoding, and what is wrong by cell."""

import base64
import gzip
import json
import struct
import sys
import types
import zlib

import pytest

from runeheart.core.boards_tiled import read_tiled

TILES = [
    {"id": 0, "class": "start"},
    {"id": 1, "type": "mother"},
    {"id": 2, "properties": [{"name": "words", "type": "string", "value": "brood=2 hills"}]},
    {"id": 3, "class": "plains", "properties": [{"name": "town", "type": "string", "value": "Runegate"}]},
]
CELLS = [1, 0, 3, 2, 4, 5]


def tmj(cells=CELLS, layers=None, tiles=TILES, **more):
    """Return a map of 3 by 2 cells as Tiled writes it."""
    layer = {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "x": 0, "y": 0, "data": cells}
    return {
        "orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "infinite": False,
        "width": 3, "height": 2, "tilewidth": 36, "tileheight": 32, "hexsidelength": 18,
        "tilesets": [{"firstgid": 1, "tilecount": 5, "tiles": tiles}],
        "layers": [layer] if layers is None else layers,
        **more,
    }  # fmt: skip


def tile_layer(**more):
    return {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": CELLS, **more}


def read(raw, load=lambda _name: None):
    content = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    return read_tiled(content, load)


def spaces(sheet):
    assert sheet.problems == ()
    return {space.at: (space.words, space.label) for space in sheet.spaces}


EXPECTED = {
    (0, 0): (("start",), None),
    (2, -1): (("brood=2", "hills"), None),
    (0, 1): (("mother",), None),
    (1, 1): (("plains", "town"), "Runegate"),
    (2, 0): ((), None),
}


def test_cells_are_spaces_and_the_class_type_or_property_of_a_tile_its_words():
    sheet = read(tmj())
    assert spaces(sheet) == EXPECTED
    assert [space.where for space in sheet.spaces] == [
        "cell 0,0",
        "cell 2,0",
        "cell 0,1",
        "cell 1,1",
        "cell 2,1",
    ]


@pytest.mark.parametrize(("index", "second_column"), [("odd", [(1, 0), (1, 1)]), ("even", [(1, -1), (1, 0)])])
def test_the_columns_of_the_stagger_index_are_half_a_hex_lower(index, second_column):
    found = spaces(read(tmj([1] * 6, staggerindex=index)))
    assert [at for at in found if at[0] == 1] == second_column
    assert [at for at in found if at[0] == 0] == [(0, 0), (0, 1)]


def test_the_four_high_bits_are_no_part_of_a_number():
    assert (
        spaces(
            read(
                tmj(
                    [
                        number | flag << 28 if number else 0
                        for number, flag in zip(CELLS, (1, 2, 4, 8, 15, 3), strict=True)
                    ]
                )
            )
        )
        == EXPECTED
    )
    assert spaces(read(tmj([0xF0000000, 0, 0, 0, 0, 1]))).keys() == {(2, 0)}


def packed(pack):
    return base64.b64encode(pack(struct.pack("<6I", *CELLS))).decode()


ENCODINGS = [
    ("csv", None, ",".join(map(str, CELLS))),
    ("csv", None, "\n1,0,3,\n2,4,5\n"),
    ("base64", None, packed(bytes)),
    ("base64", "", packed(bytes)),
    ("base64", "zlib", packed(zlib.compress)),
    ("base64", "gzip", packed(gzip.compress)),
]


@pytest.mark.parametrize(("encoding", "compression", "data"), ENCODINGS)
def test_every_encoding_gives_the_same_spaces_in_json_and_xml(encoding, compression, data):
    layer = tile_layer(
        data=data, encoding=encoding, **({"compression": compression} if compression is not None else {})
    )
    assert spaces(read(tmj(layers=[layer]))) == EXPECTED
    attributes = f'encoding="{encoding}"' + (f' compression="{compression}"' if compression else "")
    assert spaces(read(tmx(f"<data {attributes}>{data}</data>"))) == EXPECTED


def tmx(data, head="", tilesets=None, more="", **attributes):
    """Return the same map as XML."""
    words = {
        "orientation": "hexagonal", "staggeraxis": "x", "staggerindex": "odd", "width": "3", "height": "2",
        "tilewidth": "36", "tileheight": "32", "hexsidelength": "18", **attributes,
    }  # fmt: skip
    told = " ".join(f'{key}="{value}"' for key, value in words.items() if value is not None)
    tiles = """<tileset firstgid="1" name="t" tilecount="5">
      <tile id="0" class="start"/><tile id="1" type="mother"/>
      <tile id="2"><properties><property name="words">brood=2
      hills</property></properties></tile>
      <tile id="3" class="plains"><properties><property name="town" value="Runegate"/></properties></tile>
     </tileset>"""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{head}<map version="1.10" {told}>'
        f"{tiles if tilesets is None else tilesets}"
        f'<layer id="1" name="ground" width="3" height="2">{data}</layer>{more}</map>'
    ).encode()


def test_xml_with_an_element_for_each_cell_is_read():
    cells = "".join(f'<tile gid="{number}"/>' if number else "<tile/>" for number in CELLS)
    assert spaces(read(tmx(f"<data>{cells}</data>"))) == EXPECTED


CSV = '<data encoding="csv">1,0,3,2,4,5</data>'


@pytest.mark.parametrize(
    "head",
    ["<!DOCTYPE map>", '<!DOCTYPE map [<!ENTITY a "b">]>', '<!doctype map SYSTEM "x">', "<! ENTITY a>"],
)
def test_a_document_type_or_an_entity_is_refused(head):
    assert read(tmx(CSV, head)).problems == (
        "the map has a document type or an entity, which Tiled never writes; save it anew with Tiled",
    )


def test_each_layer_adds_its_words_also_in_groups():
    road = tile_layer(name="signs", data=[0, 0, 0, 6, 0, 6])
    raw = tmj(layers=[tile_layer(), {"type": "group", "layers": [road]}])
    raw["tilesets"].append({"firstgid": 6, "tiles": [{"id": 0, "class": "road"}]})
    assert spaces(read(raw)) == {
        **EXPECTED, (0, 1): (("mother", "road"), None), (2, 0): (("road",), None),
    }  # fmt: skip
    signs = '<layer name="signs" width="3" height="2"><data encoding="csv">0,0,0,1,0,0</data></layer>'
    more = f"<group>{signs}</group>"
    assert spaces(read(tmx(CSV, more=more)))[0, 1] == (("mother", "start"), None)


SIZE = {"width": 36, "height": 32}
NAMED_B = {"name": "name", "value": "B"}


@pytest.mark.parametrize(
    ("thing", "at", "expected"),
    [
        ({"name": "Millford", "type": "town", "x": 10, "y": 10}, (0, 0), (("start", "town"), "Millford")),
        ({"name": "", "class": "brood", "x": 65, "y": 20}, (2, -1), (("brood=2", "hills", "brood"), None)),
        ({"name": "M", "x": 27, "y": 52, "width": 30, "height": 30}, None, None),
        ({"gid": 1, "name": "", "x": 54, "y": 64, **SIZE}, (2, 0), (("start",), None)),
        ({"name": "A", "x": 18.5, "y": 47.5, "properties": [NAMED_B]}, (0, 1), (("mother",), "B")),
        ({"gid": 4, "x": 0, "y": 32, **SIZE}, (0, 0), (("start", "plains", "town"), "Runegate")),
        ({"x": 1, "y": 1}, (0, 0), (("start",), None)),
    ],
)  # fmt: skip
def test_an_object_gives_its_name_and_words_to_the_space_it_lies_on(thing, at, expected):
    sheet = read(tmj(layers=[tile_layer(), {"type": "objectgroup", "objects": [thing]}]))
    if at is None:
        assert sheet.problems == ('cell 1,1: has two names, "Runegate" and "M"',)
    else:
        assert spaces(sheet) == {**EXPECTED, at: expected}


def test_objects_in_xml_with_names_like_numbers():
    more = '<objectgroup><object id="1" name="7" class="town" x="10" y="10.5"/></objectgroup>'
    assert spaces(read(tmx(CSV, more=more)))[0, 0] == (("start", "town"), "7")


def test_objects_find_their_cell_with_an_even_index_too():
    point = {"type": "objectgroup", "objects": [{"name": "X", "x": 45, "y": 16}]}
    assert spaces(read(tmj([1] * 6, [tile_layer(data=[1] * 6), point], staggerindex="even")))[1, -1][1] == "X"


def test_an_infinite_map_has_its_cells_in_chunks():
    chunks = [
        {"x": -2, "y": 0, "width": 2, "height": 1, "data": [1, 0]},
        {"x": 0, "y": -1, "width": 1, "height": 2, "data": [2, 4]},
    ]
    raw = tmj(
        layers=[{"type": "tilelayer", "name": "g", "width": 3, "height": 2, "chunks": chunks}], infinite=True
    )
    expected = {
        (-2, 1): (("start",), None), (0, -1): (("mother",), None), (0, 0): (("plains", "town"), "Runegate"),
    }  # fmt: skip
    assert spaces(read(raw)) == expected
    xml = (
        '<data encoding="csv"><chunk x="-2" y="0" width="2" height="1">1,0</chunk>'
        '<chunk x="0" y="-1" width="1" height="2">2,4</chunk></data>'
    )
    assert spaces(read(tmx(xml, infinite="1"))) == expected


def test_tilesets_in_files_of_their_own_come_from_the_host():
    raw = tmj(tilesets=None)
    raw["tilesets"] = [{"firstgid": 1, "source": "tiles.tsj"}]
    files = {
        "tiles.tsj": json.dumps({"tiles": TILES, "tilecount": 5}).encode(),
        "tiles.tsx": b'<tileset tilecount="5"><tile id="0" class="start"/></tileset>',
        "map.tsx": b"<map/>",
        "broken.tsx": b"<tileset",
        "list.tsj": b"[]",
    }
    assert spaces(read(raw, files.get)) == EXPECTED
    xml = tmx(
        '<data encoding="csv">1,0,0,0,0,0</data>', tilesets='<tileset firstgid="1" source="tiles.tsx"/>'
    )
    assert spaces(read(xml, files.get)) == {(0, 0): (("start",), None)}
    for name, why in (
        ("none.tsx", 'the tileset "none.tsx" cannot be read; put it beside the map, or embed it in the map'),
        ("map.tsx", 'the tileset "map.tsx" begins with <map>; expected <tileset>'),
        ("broken.tsx", 'the tileset "broken.tsx" is not XML: unclosed token: line 1, column 0'),
        ("list.tsj", 'the tileset "list.tsj" holds []; expected a JSON object'),
    ):
        raw["tilesets"][0]["source"] = name
        assert read(raw, files.get).problems[0] == why


MENU = "in Tiled, under Map > Map Properties"


@pytest.mark.parametrize(
    ("more", "problems"),
    [
        (
            {"orientation": "orthogonal", "staggeraxis": "y", "staggerindex": None},
            (
                f'the map\'s orientation is "orthogonal"; set it to Hexagonal {MENU}',
                f'the map\'s stagger axis is "y"; set it to X {MENU}',
                f"the map's stagger index is null; set it to Odd or Even {MENU}",
            ),
        ),
        (
            {"tilewidth": 0, "tileheight": "x", "hexsidelength": None},
            (
                "the map's tilewidth is 0; expected a number above 0",
                'the map\'s tileheight is "x"; expected a number above 0',
                "the map's hexsidelength is null; expected a number",
            ),
        ),
    ],
)
def test_another_orientation_or_axis_is_refused_with_what_to_set(more, problems):
    assert read(tmj(**more)).problems == problems


def test_a_missing_axis_is_named_too():
    assert read(tmx(CSV, staggeraxis=None)).problems == (
        "the map's stagger axis is missing; set it to X in Tiled, under Map > Map Properties",
    )


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe<", "the map is not UTF-8 text; save it with Tiled as it comes"),
        (b"[1]", "the map holds [1]; expected a JSON object"),
        (b"{", "the map is not JSON"),
        (b"", "the map is not JSON"),
        (b"<map", "the map is not XML: unclosed token: line 1, column 0"),
        (b"<tileset/>", "the map begins with <tileset>; expected <map>"),
    ],
)
def test_what_is_no_map(content, problem):
    assert read(content).problems == (problem,)


BASE64 = {"encoding": "base64"}
BOMB = packed(lambda _: zlib.compress(bytes(9_000_000)))
CHOICES = "CSV, or base64 uncompressed, zlib or gzip in Tiled, under Map > Map Properties > Tile Layer Format"


@pytest.mark.parametrize(
    ("layer", "problem"),
    [
        ({"data": [1, 2]}, "has 2 cells; its size says 6"),
        ({"data": [1, 2, 3, 4, 5, "x"]}, "not every cell is the number of a tile"),
        ({"data": [1, 2, 3, 4, 5, -1]}, "not every cell is the number of a tile"),
        ({"data": [1, 2, 3, 4, 5, True]}, "not every cell is the number of a tile"),
        ({"data": [1, 2, 3, 4, 5, 1 << 32]}, "not every cell is the number of a tile"),
        ({"data": "1,2,x"}, "not every cell is the number of a tile"),
        ({"data": "1,2,99999999999"}, "not every cell is the number of a tile"),
        ({"data": ""}, "has 0 cells; its size says 6"),
        ({"data": None}, f"its encoding is None; set {CHOICES}"),
        ({"data": "1", "encoding": "xml"}, f"its encoding is xml; set {CHOICES}"),
        ({"data": "%%%", "encoding": "base64"}, "is not base64, though it says so"),
        ({"data": "é", "encoding": "base64"}, "is not base64, though it says so"),
        ({"data": "AAAA", "encoding": "base64"}, "has 3 bytes; its size says 24"),
        ({"data": "AAAA", **BASE64, "compression": "lzma"}, f"its compression is lzma; set {CHOICES}"),
        ({"data": BOMB, **BASE64, "compression": "zlib"}, "has 25 bytes; its size says 24"),
        ({"width": -1}, "-1 by 2 is no size"),
        ({"height": "2"}, '3 by "2" is no size'),
        ({"width": 100_000, "height": 100_000}, "has 10000000000 cells; expected at most 1000000"),
        ({"chunks": [{"x": "a", "y": 0, "width": 1, "height": 1}]}, 'a chunk at "a",0 has no place'),
    ],
)  # fmt: skip
def test_a_layer_that_cannot_be_read_is_named(layer, problem):
    assert read(tmj(layers=[tile_layer(**layer)])).problems == (f'layer "ground": {problem}',)


def test_a_layer_without_data_is_named():
    assert read(tmx("")).problems == (f'layer "ground": its encoding is None; set {CHOICES}',)


def test_broken_compression_is_named():
    layer = tile_layer(data="AAAA", encoding="base64", compression="gzip")
    assert (
        read(tmj(layers=[layer])).problems[0].startswith('layer "ground": is not gzip, though it says so: ')
    )


@pytest.mark.parametrize(
    ("cells", "problem"), [([9, 0, 0, 0, 0, 0], "cell 0,0: tile 9 is in no tileset of the map")]
)
def test_a_tile_of_no_tileset_is_named_by_its_cell(cells, problem):
    assert read(tmj(cells)).problems == (problem,)


@pytest.mark.parametrize("first", [0, None, "1"])
def test_a_tileset_without_its_first_number_is_named(first):
    raw = tmj()
    raw["tilesets"][0]["firstgid"] = first
    assert (
        read(raw).problems[0]
        == f"a tileset's firstgid is {json.dumps(first)}; expected a whole number from 1"
    )


@pytest.mark.parametrize(
    ("thing", "problem"),
    [
        ({"name": "Far", "x": 500, "y": 500}, 'cell 18,15: the object "Far" lies on no space'),
        ({"class": "town", "x": "a", "y": 5}, 'the object ["town"] has no place: x is "a", y 5'),
        ({"name": "A", "x": None, "y": 5}, 'the object "A" has no place: x is null, y 5'),
    ],
)
def test_an_object_out_of_place_is_named(thing, problem):
    sheet = read(tmj(layers=[tile_layer(), {"type": "objectgroup", "objects": [thing]}]))
    assert sheet.problems == (problem,)


def test_what_is_no_list_of_layers_tiles_or_properties_is_left_alone():
    tiles = [{"id": 0, "properties": {"words": "x"}, "class": 4}, 7, {"id": "a"}]
    raw = tmj([1, 0, 0, 0, 0, 0], tiles=tiles)
    raw["tilesets"].append("x")
    raw["layers"].append(3)
    assert spaces(read(raw)) == {(0, 0): ((), None)}
    assert spaces(read({**tmj(), "layers": None})) == {}


def zstandard(fails):
    """Return a stand-in for the library, which reads what `packed` wrote plain."""

    class Reader:
        def __init__(self, data):
            self.data = data

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def read(self, size):
            if fails:
                raise module.ZstdError("broken")
            return self.data[:size]

    class Decompressor:
        def stream_reader(self, data):
            return Reader(data)

    module = types.ModuleType("zstandard")
    module.ZstdError = type("ZstdError", (Exception,), {})
    module.ZstdDecompressor = Decompressor
    return module


def test_zstd_is_read_if_the_library_is_there(monkeypatch):
    raw = tmj(layers=[tile_layer(data=packed(bytes), encoding="base64", compression="zstd")])
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert read(raw).problems == (
        f'layer "ground": is compressed with zstd; install the package zstandard, or set {CHOICES}',
    )
    monkeypatch.setitem(sys.modules, "zstandard", zstandard(fails=False))
    assert spaces(read(raw)) == EXPECTED
    monkeypatch.setitem(sys.modules, "zstandard", zstandard(fails=True))
    assert read(raw).problems == ('layer "ground": is not zstd, though it says so: broken',)
