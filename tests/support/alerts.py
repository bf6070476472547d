"""Every sentence with which the code can call a person, found in the code itself.

A sentence is a `Sentence` (runtime/alerts.py) that a module keeps, or a text that the source hands to an
alert: given to a call that tells one, put into an attribute that holds one, or returned by a function that
makes one.
"""

import ast
import importlib
import pkgutil
from pathlib import Path

import runeheart.runtime
import runeheart_hw
from runeheart.cli import reloading
from runeheart.console import compose, guard, server
from runeheart.runtime.alerts import Sentence

TELLING = {"_tell", "tell", "LinkError", "SetAsideError"}
HOLDING = {"alert", "_alert", "_fault", "faults", "config_problem", "console_problem", "UNPROTECTED"}
MAKING = {"alert", "_flood", "_two", "mismatch", "hopeless", "_tell", "_serve"}
LEAST = 3
"""Words of a sentence."""


def modules():
    """Yield the modules in which an alert can begin."""
    for package in (runeheart.runtime, runeheart_hw):
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if not found.ispkg:
                yield importlib.import_module(found.name)
    yield from (reloading, compose, guard, server)


def kept():
    """Return the sentences that modules keep: the module's name and the text with {names} in it."""
    return {
        (module.__name__, value.text)
        for module in modules()
        for value in vars(module).values()
        if isinstance(value, Sentence)
    }


def written():
    """Return the sentences that stand in the source where they are told, with {} for each value."""
    return {
        (module.__name__, text)
        for module in modules()
        for text in _told(ast.parse(Path(module.__file__).read_text(encoding="utf-8")))
        if len(text.split()) >= LEAST
    }


def _told(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in TELLING:
            yield from map(_text, node.args[:1])
        elif isinstance(node, ast.Assign) and any(_name(target) in HOLDING for target in node.targets):
            yield from _texts(node.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in MAKING:
            for inside in ast.walk(node):
                if isinstance(inside, ast.Return) and inside.value is not None:
                    yield from _texts(inside.value)


def _name(node):
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return getattr(node, "attr", getattr(node, "id", None))


def _texts(tree):
    """Yield the whole texts below a node, not the parts that an f-string has."""
    parts = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or id(node) not in parts:
            yield _text(node)


def _text(node):
    """Return a text or an f-string with {} for its values; "" for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""
