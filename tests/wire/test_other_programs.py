"""Our compass sentences in programs that know nothing of us: pynmea2, and Debian's gpsd."""

import contextlib
import os
import re
import socket
import subprocess
import time
import tty

import pynmea2
import pytest

from runeheart.wire import messages
from runeheart.wire.framing import frame
from support.needs import needs_program

WAIT_S = 20


@pytest.mark.parametrize("degrees", [0, 0.1, 98.3, 180, 359.9])
def test_pynmea2_reads_our_headings(degrees):
    sentence = pynmea2.parse(frame(messages.HeadingSentence(degrees).body()).decode(), check=True)
    assert isinstance(sentence, pynmea2.types.talker.HDG)
    assert float(sentence.heading) == degrees
    assert sentence.talker == "HC"


def test_pynmea2_reads_variation_and_the_other_headings():
    varied = pynmea2.parse(frame(messages.HeadingSentence(7, variation=-3.5).body()).decode(), check=True)
    assert (float(varied.variation), varied.var_dir) == (3.5, "W")
    true = pynmea2.parse(frame(messages.HeadingSentence(98.3, "HDT").body()).decode(), check=True)
    assert (float(true.heading), true.hdg_true) == (98.3, "T")
    magnetic = pynmea2.parse(frame(messages.HeadingSentence(98.3, "HDM").body()).decode(), check=True)
    assert (float(magnetic.heading), magnetic.magnetic) == (98.3, "M")


def test_pynmea2_takes_our_own_sentences_as_proprietary():
    sentence = pynmea2.parse(frame(messages.Roll(18, "D8", 5).body()).decode(), check=True)
    assert isinstance(sentence, pynmea2.ProprietarySentence)


def test_we_read_what_pynmea2_writes():
    sentence = pynmea2.HDG("II", "HDG", ("100.0", "2.5", "W", "7.0", "E"))
    heading = messages.parse(str(sentence)[1:-3])
    assert (heading.degrees, heading.variation) == (97.5, 7)


def test_gpsd_reads_our_headings(tmp_path):
    gpsd = needs_program("gpsd", "gpsd")
    ours, terminal = os.openpty()
    tty.setraw(terminal)
    log = tmp_path / "log"
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, ours)
        stack.callback(os.close, terminal)
        with log.open("wb") as out:
            command = [gpsd, "-N", "-n", "-D", "6", "-S", str(_free_port()), os.ttyname(terminal)]
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        until = time.monotonic() + WAIT_S
        found = None
        while found is None and time.monotonic() < until:
            os.write(ours, frame(messages.Identity(1, "0.1.0", ("rose",)).body()))
            os.write(ours, frame(messages.HeadingSentence(98.3).body()))
            time.sleep(0.1)
            found = re.search(rb"HDG heading 98\.3", log.read_bytes())
        assert found, log.read_text(errors="replace")[-2000:]


def _free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]
