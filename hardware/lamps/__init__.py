"""Lamps and buzzers: one file a backend."""
