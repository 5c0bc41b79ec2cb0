"""Card readers: one file a backend."""
