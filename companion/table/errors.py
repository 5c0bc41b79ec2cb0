"""What the table refuses, each in one sentence."""

from companion.engine import RefereeError


class RecordError(RefereeError, OSError):
    """The record could not be written or read; nothing has changed."""


class FolderInUse(RefereeError, BlockingIOError):
    """Another copy works on the same data folder."""


class FolderUnusable(RefereeError, OSError):
    """The data folder cannot be read or written."""


class BadRecord(RefereeError, ValueError):
    """A file that is no race record, or one that these rules cannot replay."""


class NotAllowed(RefereeError, PermissionError):
    """Not for that seat, or not now."""
