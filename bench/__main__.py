"""`python -m bench [NAME ...]`: runs the named benchmarks, or all of them."""

import sys
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))


for name in sys.argv[1:] or names():
    print(f"== {name}", flush=True)
    module = import_module(f"bench.{name}")
    if hasattr(module, "main"):
        module.main()
