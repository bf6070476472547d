"""Runs one test of this folder in MicroPython: harness.py WIRE FIRMWARE FOLDER MODULE TEST."""

import sys

wire, firmware, folder, module, name = sys.argv[1:]
here = __file__.rsplit("/", 1)[0]
for path in (wire, firmware + "/simulated", firmware + "/reader", here):
    sys.path.insert(0, path)

test = getattr(__import__(module), name)
test(folder)
