"""Runs a part's proofs in the guest. A proof's name is what it proves; what it returns is told behind it."""

import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable, Sequence

Proof = Callable[[], Awaitable[str | None]]
LIMIT = 180.0
"""Seconds after which a proof has failed."""


def run(part: str, proofs: Sequence[Proof]) -> None:
    """A line for each proof, and one for the end."""
    for proof in proofs:
        verdict, remark = _tried(proof)
        name = proof.__name__.replace("_", " ")
        print(f"{verdict} {part}: {name}{remark}", flush=True)
    print(f"NOTE {part}: end", flush=True)


def _tried(proof: Proof) -> tuple[str, str]:
    try:
        told = asyncio.run(asyncio.wait_for(_awaited(proof), LIMIT))
    except Exception as error:  # whatever it is, the next proof is run
        traceback.print_exc(file=sys.stdout)
        return "FAIL", f": {type(error).__name__} {error}".replace("\n", " ")
    return "PASS", f" ({told})" if told else ""


async def _awaited(proof: Proof) -> str | None:
    return await proof()


async def until(fact: Callable[[], object], seconds: float = 10.0, what: str = "") -> None:
    """Waits for a fact, not for a time."""
    end = asyncio.get_running_loop().time() + seconds
    while not fact():
        assert asyncio.get_running_loop().time() < end, f"never came: {what}"
        await asyncio.sleep(0.005)
