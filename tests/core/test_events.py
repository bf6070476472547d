from runeheart.core.events import AskChoose, AskCommand, AskNumber, AskRoll, Event


def test_an_event_writes_its_name_first_and_keeps_the_order():
    assert list(Event("locked", {"rune": "fire", "position": 2}).json().items()) == [
        ("event", "locked"),
        ("rune", "fire"),
        ("position", 2),
    ]
    assert Event("turn").json() == {"event": "turn"}


def test_an_ask_is_written_as_the_contract_says():
    assert AskCommand(("read", "draw")).json() == {"for": "command", "commands": ["read", "draw"]}
    assert list(AskRoll("d4", 2, "discharge", {"brood": 3}).json().items()) == [
        ("for", "roll"),
        ("die", "d4"),
        ("count", 2),
        ("why", "discharge"),
        ("brood", 3),
    ]
    assert list(AskChoose("hex", "spawn", True, ([0, 1], [1, 0]), {"brood": 1}).json().items()) == [
        ("for", "choose"),
        ("what", "hex"),
        ("why", "spawn"),
        ("random", True),
        ("options", [[0, 1], [1, 0]]),
        ("brood", 1),
    ]
    assert list(AskNumber("prevented", 5, "discharge", {"brood": 2}).json().items()) == [
        ("for", "number"),
        ("what", "prevented"),
        ("of", 5),
        ("why", "discharge"),
        ("brood", 2),
    ]
