"""Benchmarks: each compares two things in one run. Never part of the tests; `make bench` prints them all."""
