"""What `runeheart doctor` finds of the reader: whether it is there, whose it is, and what to do about it."""

from collections.abc import Iterator

from runeheart.runtime.clock import Clock
from runeheart_hw.checkup import Finding
from runeheart_hw.profile import Profile
from runeheart_hw.reader_line import who_is_at
from runeheart_hw.reader_ports import choose

LISTED = "runeheart reader list shows all ports and who is at each"


def check_reader(profile: Profile, clock: Clock, *, running: bool) -> Iterator[Finding]:
    """Yield what there is to say of a prop's reader, if it has one; `running`: the daemon holds it."""
    part = profile.reader
    if part.kind == "none":
        return
    found = choose(part.port)
    if found is None:
        where = f"nothing matches {part.port}"
        yield Finding("reader", "warn", f"{where}: values are typed", f"plug it in; {LISTED}")
        return
    if found.others:
        others = ", ".join(found.others)
        do = "unplug one, or name the port to use in [reader] port"
        yield Finding("reader", "warn", f"{found.port} is used; there is {others}, too", do)
    if running:
        yield Finding("reader", "ok", f"{found.port} is there; runeheart is running: ctl status tells more")
        return
    who = who_is_at(found.port, part.baud, clock)
    do = "" if who.is_reader else f"{LISTED}; runeheart reader flash puts its program on the board"
    yield Finding("reader", "ok" if who.is_reader else "bad", f"{who.port}: {who.words}", do)
