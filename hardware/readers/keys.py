"""What a reader that acts as a keyboard types: key codes of the kernel to a code ending in Enter. Pure."""

GAP = 0.3
"""Seconds between two keys after which a new code begins."""
ENTER, SHIFTS = (28, 96), (42, 54)
DOWN = 1

ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'", 44: "zxcvbnm,./", 57: " ", 71: "789-456+1230."}
SHIFTED = str.maketrans("1234567890-=[];',./", '!@#$%^&*()_+{}:"<>?')
KEYS = {first + place: letter for first, row in ROWS.items() for place, letter in enumerate(row)}


class Typist:
    """Collects what is typed, on a US keyboard as such readers are."""

    def __init__(self) -> None:
        self._typed = ""
        self._shift = False
        self._last = 0.0

    def key(self, code: int, value: int, now: float) -> str:
        """A key changed; returns the code that Enter ends, else nothing."""
        if code in SHIFTS:
            self._shift = bool(value)
            return ""
        if value != DOWN:
            return ""
        if now - self._last > GAP:
            self._typed = ""
        self._last = now
        if code in ENTER:
            typed, self._typed = self._typed.strip(), ""
            return typed
        letter = KEYS.get(code, "")
        self._typed += letter.translate(SHIFTED).upper() if self._shift else letter
        return ""
