"""What at least two games use, with no game's word in it."""
