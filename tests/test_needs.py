"""A tool that is missing is skipped loudly, and is a failure where nothing may be skipped."""

import pytest

from tests.support.needs import _needed, _shout, needs_micropython


def test_a_missing_tool_skips_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("PITBOARD_CI", raising=False)
    _shout.cache_clear()
    with capsys.disabled(), pytest.raises(pytest.skip.Exception, match="no-such-tool is missing"):
        _needed("no-such-tool", "pip install it", "no-such-tool")


def test_a_missing_tool_fails_where_nothing_may_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOARD_CI", "1")
    with pytest.raises(pytest.fail.Exception, match="pip install it"):
        _needed("no-such-tool", "pip install it", "no-such-tool")


def test_a_tool_beside_this_python_is_found() -> None:
    assert needs_micropython().endswith("micropython")
