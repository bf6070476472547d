"""Drivers behind the ports of `runeheart.runtime.ports`; board profiles; the virtual prop."""
