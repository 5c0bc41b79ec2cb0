"""A page that works the draws of a race out again: one file, no network, for a phone."""

import json
from importlib.resources import files

HOLE = '<script type="application/json" id="record">null</script>'


def recheck_page(record: bytes = b"") -> str:
    """The page; with the bytes of an exported record it shows that race at once."""
    page = files("companion.table").joinpath("recheck.html").read_text(encoding="utf-8")
    if not record:
        return page
    text = json.dumps(record.decode("utf-8", "replace")).replace("<", "\\u003c")
    return page.replace(HOLE, HOLE.replace("null", text))
