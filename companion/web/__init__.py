"""The virtual table, the spectators' page and the phone seat, on fakes of the same panels and displays."""
