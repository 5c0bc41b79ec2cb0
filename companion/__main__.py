"""`python -m companion` is the same as `pitboard`."""

import sys

from companion.cli.main import main

sys.exit(main())
