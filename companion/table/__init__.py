"""One race in play: the referee, its record, and everything that can go wrong at a table."""

from companion.table.chance import Electronic, KeyedIn, Scripted, Source
from companion.table.clock import Clock, SetClock, SystemClock
from companion.table.errors import BadRecord, FolderInUse, FolderUnusable, NotAllowed, RecordError
from companion.table.motions import Motion
from companion.table.news import News
from companion.table.record import MemoryRecord, Record
from companion.table.referee import Referee

__all__ = [
    "BadRecord",
    "Clock",
    "Electronic",
    "FolderInUse",
    "FolderUnusable",
    "KeyedIn",
    "MemoryRecord",
    "Motion",
    "News",
    "NotAllowed",
    "Record",
    "RecordError",
    "Referee",
    "Scripted",
    "SetClock",
    "Source",
    "SystemClock",
]
