"""Small JSON files on the board that survive a power cut while they are written, whatever is in them."""

import json
import os


class Store:
    """The files of a folder."""

    def __init__(self, folder):
        self._folder = folder

    def load(self, name):
        """Return a file's value and None; or None and why not, an empty text where there is no such file."""
        try:
            with open(self._folder + name) as file:
                text = file.read()
            return json.loads(text), None
        except OSError:
            return None, ""
        except (ValueError, UnicodeError):
            return None, f"{name} is not JSON"

    def save(self, name, value):
        """Replace a file whole: it is either the old one or the new one."""
        with open(self._folder + name + ".new", "w") as file:
            file.write(json.dumps(value))
        os.rename(self._folder + name + ".new", self._folder + name)

    def put_aside(self, name):
        """Rename a file that cannot be understood to `name.bad`, so that nothing overwrites it."""
        os.rename(self._folder + name, self._folder + name + ".bad")
