"""The API as an OpenAPI 3.1 document, made from the values that requests are checked with.

Owns the document's shape. What is in it, the operations say. Knows no prop and no page.
"""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from runeheart.console.operations import Operation, Refusal
from runeheart.console.sessions import Role

_REF = "#/components/schemas/{name}"
_REFUSALS: Mapping[int, str] = {
    400: "What was sent is not what is expected.",
    401: "Nobody is signed in, or the token is not known.",
    403: "This role may only look, or the request came from another site.",
    404: "There is no such thing.",
    405: "This cannot be done here.",
    409: "The prop refuses: the reason is in `why`, and all is as before.",
    413: "The request is too large.",
    429: "Too many requests; `Retry-After` says when to come again.",
    500: "A fault inside.",
    503: "There is no room for another listener, or the journal cannot be read.",
}


def document(operations: Iterable[Operation], version: str) -> dict[str, Any]:
    """Return the document of operations; `version` is that of the program."""
    ours = list(operations)
    types = [Refusal, *(kind for one in ours for kind in (one.body, one.answer))]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REF)
    by_type = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in ours:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Runeheart",
            "version": version,
            "description": (
                'A prop of the game master\'s console. Everything is answered as {"result":"done",…} or'
                ' {"result":"refused","why":…}. Times are seconds; games are numbered from 1.'
            ),
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of `runeheart password --token NAME`.",
                }
            },
        },
        "security": [{"token": []}],
    }


def _operation(one: Operation, by_type: Mapping[int, Any]) -> dict[str, Any]:
    who = "A viewer may ask." if one.role is Role.VIEWER else "Only an operator may ask."
    told: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.summary,
        "description": who,
        "parameters": _parameters(one),
        "responses": {
            "200": {
                "description": "Done.",
                "content": {one.media_type: {"schema": by_type[id(one.answer)]}},
            },
            **{
                str(status): {
                    "description": why or HTTPStatus(status).phrase,
                    "content": {"application/json": {"schema": by_type[id(Refusal)]}},
                }
                for status, why in _REFUSALS.items()
            },
        },
    }
    if one.method != "GET":
        told["requestBody"] = {
            "required": _must_be_said(one.body),
            "content": {"application/json": {"schema": by_type[id(one.body)]}},
        }
    return told


def _must_be_said(body: Any) -> bool:
    """Tell whether a request must bring something: not where all of it may be left out."""
    fields = getattr(body, "__struct_fields__", None)
    return fields is None or len(fields) > len(body.__struct_defaults__)


def _parameters(one: Operation) -> list[dict[str, Any]]:
    whole = {"type": "integer", "minimum": 1, "maximum": 2**31}
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": whole}
        for name in re.findall(r"\{(\w+)\}", one.path)
    ]
    (ref,), components = msgspec.json.schema_components([one.query], ref_template="{name}")
    for name, schema in components[ref["$ref"]]["properties"].items():
        about = {"description": schema["description"]} if "description" in schema else {}
        found.append({"name": name, "in": "query", "schema": schema, **about})
    return found
