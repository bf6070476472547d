"""For an image of MicroPython with the reader frozen in: `make BOARD=RPI_PICO FROZEN_MANIFEST=…/manifest.py`.

The sentences come from the controller: there is no second copy.
"""

include("$(PORT_DIR)/boards/manifest.py")
package("wire", base_path="../../controller/runeheart")
for name in (
    "app",
    "as5600",
    "button",
    "chance",
    "clock",
    "compass",
    "main",
    "mfrc522",
    "minding",
    "outbox",
    "pad",
    "pico",
):
    module(name + ".py")
for name in ("qmc5883l", "sensors", "serial", "settings", "settle", "store", "tags", "version", "walk"):
    module(name + ".py")
