"""The size of things: a newcomer finds a room in a file, and a thought in a function."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for folder in ("companion", "hardware", "firmware") for path in (ROOT / folder).rglob("*.py"))
MOST_LINES, LONGEST, USUAL, MOST_OFTEN = 400, 40, 6, 20

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions() -> Iterator[tuple[str, Function]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node


def lines(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    assert [node.name for node in classes if not ast.get_docstring(node)] == []


def test_no_function_is_long_and_most_are_short() -> None:
    sizes = {name: lines(node) for name, node in functions()}
    assert {name: size for name, size in sizes.items() if size > LONGEST} == {}
    assert median(sizes.values()) <= USUAL
    assert quantiles(sizes.values(), n=10)[-1] <= MOST_OFTEN


def test_every_parameter_and_result_has_a_type() -> None:
    bare = [
        name
        for name, node in functions()
        if not name.startswith(("firmware/main.py", "firmware/screen.py"))
        and (node.returns is None or any(a.annotation is None for a in arguments(node)))
    ]
    assert bare == []


def arguments(node: Function) -> Iterator[ast.arg]:
    given = node.args
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        if argument.arg not in ("self", "cls"):
            yield argument


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_swallowed_or_shared(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        assert not isinstance(node, ast.Global)
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno}: a bare except"
        if isinstance(node, ast.ImportFrom):
            assert [alias.name for alias in node.names] != ["*"]
