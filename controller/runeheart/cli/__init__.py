"""The composition root and the commands of `runeheart`."""
