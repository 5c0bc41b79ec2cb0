"""Who may import whom, read off the syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parent.parent
SURPRISING = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "sys",
    "logging",
    "asyncio",
    "threading",
    "pathlib",
    "socket",
}
VENDORS = {"gpiozero": "hardware", "luma": "hardware", "serial": "hardware", "evdev": "hardware", "smbus2": "hardware"}
FOLDERS = {package.rpartition(".")[2] for package in GAMES.values()}
GAME_WORDS = {*GAMES} | FOLDERS


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Full dotted names of everything that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return found


def below(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def ours(path: Path) -> set[str]:
    return {name for name in imports(path) if below(name, "companion", "hardware", "firmware", "tests")}


def names(paths: Iterator[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


ALLOWED = {
    "companion/engine": ("companion.engine",),
    "companion/parts": ("companion.engine", "companion.parts"),
    "companion/games": ("companion.engine", "companion.parts", "companion.games"),
    "companion/table": ("companion.engine", "companion.table", "companion.parts"),
    "companion/drawing": ("companion.engine", "companion.drawing"),
    "companion/scenarios": ("companion.engine", "companion.games", "companion.scenarios", "companion.toml_file"),
    "companion/bots": ("companion.engine", "companion.games", "companion.parts", "companion.bots"),
    "hardware": ("hardware",),
}


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    wrong = [(str(path), name) for path in sources(folder) for name in ours(path) if not below(name, *ALLOWED[folder])]
    assert wrong == []


@pytest.mark.parametrize("path", names(sources("companion/engine", "companion/parts", "companion/games")))
def test_rules_import_nothing_that_can_surprise(path: str) -> None:
    assert {name.split(".")[0] for name in imports(ROOT / path)} & SURPRISING == set()


@pytest.mark.parametrize("game", sorted(FOLDERS))
def test_a_game_imports_no_other_game(game: str) -> None:
    others = tuple(f"companion.games.{other}" for other in FOLDERS - {game})
    wrong = [(str(p), n) for p in sources(f"companion/games/{game}") for n in ours(p) if below(n, *others)]
    assert wrong == []


def test_only_backends_import_a_vendor_library() -> None:
    wrong = [
        (str(path), name)
        for path in sources("companion", "hardware", "firmware")
        for name in imports(path)
        if name.split(".")[0] in VENDORS and not path.is_relative_to(ROOT / "hardware")
    ]
    assert wrong == []


def test_nobody_imports_rpi_gpio() -> None:
    assert [
        str(p) for p in sources("companion", "hardware", "firmware") if any(below(n, "RPi") for n in imports(p))
    ] == []


@pytest.mark.parametrize("folder", ["companion/drawing", "companion/web", "companion/controls", "companion/table"])
def test_screens_pages_and_table_name_no_game(folder: str) -> None:
    wrong = []
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in {".py", ".html", ".js", ".css"}:
            text = path.read_text()
            wrong += [(str(path), word) for word in GAME_WORDS if word in text]
    assert wrong == []


def test_only_main_py_of_the_firmware_imports_machine() -> None:
    assert [path.name for path in sources("firmware") if any(below(n, "machine") for n in imports(path))] == ["main.py"]


def test_the_contract_stays_under_300_lines_of_code() -> None:
    assert sum(code_lines(path) for path in sources("companion/engine")) < 300


def code_lines(path: Path) -> int:
    """Lines that are neither blank nor comment nor docstring."""
    text = path.read_text()
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for number, line in lines if line.strip() and not line.strip().startswith("#") and number not in told)
