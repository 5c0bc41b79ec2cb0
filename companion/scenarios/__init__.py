"""Scenario files: rules cases that anyone can write down, run and send in."""

from companion.scenarios.case import Case, NotAScenario, read_case
from companion.scenarios.runner import Result, run_case
from companion.scenarios.session import Session

__all__ = ["Case", "NotAScenario", "Result", "Session", "read_case", "run_case"]
