"""Runs a command and prints as JSON how it ended and how much memory it had at most, in bytes."""

import json
import resource
import subprocess
import sys

done = subprocess.run(sys.argv[1:], capture_output=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(json.dumps({"code": done.returncode, "peak": peak, "out": done.stdout.decode(), "err": done.stderr.decode()}))
