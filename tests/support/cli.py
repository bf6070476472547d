"""The command line in this process: arguments in, exit status and what was printed out."""

from click.testing import CliRunner, Result

from runeheart.cli.commands import group


def run(*args: object) -> Result:
    """Run `runeheart ARGS`; a fault in the program is raised, as it would be a traceback for people."""
    result = CliRunner().invoke(group, [str(arg) for arg in args], prog_name="runeheart")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
