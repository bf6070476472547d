"""What holds for every test: what was left out is named with its remedy; in CI nothing may be left out."""

import os

from hypothesis import HealthCheck, settings

# Programs are tested as users start them: with buffers, which only fail when they are written at last.
os.environ.pop("PYTHONUNBUFFERED", None)

settings.register_profile("runeheart", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("runeheart")


def _reasons(terminalreporter):
    for report in terminalreporter.stats.get("skipped", []):
        longrepr = report.longrepr
        yield longrepr[2].removeprefix("Skipped: ") if isinstance(longrepr, tuple) else str(longrepr)


def pytest_terminal_summary(terminalreporter):
    reasons = sorted(set(_reasons(terminalreporter)))
    if reasons:
        terminalreporter.section("not run on this machine, and what would change that")
        for reason in reasons:
            terminalreporter.write_line(f"  {reason}")


def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    is_controller = not hasattr(session.config, "workerinput")
    if os.environ.get("CI") and is_controller and reporter and reporter.stats.get("skipped"):
        session.exitstatus = 1  # with CI set, a test that was left out is a failure
