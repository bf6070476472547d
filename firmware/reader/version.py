"""The version of the firmware: that of the Runeheart it came with."""

VERSION = "0.1.0"
