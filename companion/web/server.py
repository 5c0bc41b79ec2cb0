"""Runs the pages on the loop that runs the referee. Imported only when a page is wanted."""

import contextlib
from collections.abc import Iterator

import uvicorn
from starlette.applications import Starlette


class Server(uvicorn.Server):
    """A server that leaves signals to whoever started it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def server(app: Starlette) -> Server:
    """Ready to `serve` on a socket that is already ours."""
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=65536,
        timeout_graceful_shutdown=1,
    )
    return Server(config)
