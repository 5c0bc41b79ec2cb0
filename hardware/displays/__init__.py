"""Displays: one file a backend, one worker a bus."""
