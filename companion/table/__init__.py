"""One race in play: the referee, its record, and everything that can go wrong at a table."""

from companion.table.chance import Electronic, KeyedIn, Scripted, Source
from companion.table.clock import Clock, SetClock, SystemClock
from companion.table.director import BadCorrection
from companion.table.errors import BadRecord, FolderInUse, FolderUnusable, NotAllowed, RecordError
from companion.table.folder import DataFolder, RaceInfo
from companion.table.motions import Motion
from companion.table.news import News
from companion.table.record import MemoryRecord, Record
from companion.table.referee import Referee
from companion.table.rollcall import RollCall
from companion.table.seal import Seal
from companion.table.seats import HIDDEN, Cast, Drivers

__all__ = [
    "HIDDEN",
    "BadCorrection",
    "BadRecord",
    "Cast",
    "Clock",
    "DataFolder",
    "Drivers",
    "Electronic",
    "FolderInUse",
    "FolderUnusable",
    "KeyedIn",
    "MemoryRecord",
    "Motion",
    "News",
    "NotAllowed",
    "RaceInfo",
    "Record",
    "RecordError",
    "Referee",
    "RollCall",
    "Scripted",
    "Seal",
    "SetClock",
    "Source",
    "SystemClock",
]
