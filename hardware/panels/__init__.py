"""Panels: one file a backend. A vendor library is imported inside the one file that needs it, when it is opened."""
