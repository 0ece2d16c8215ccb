"""The same function in a plain worker process: lines of JSON in, lines of JSON out."""

import json
import sys


def echo(text: str, times: int = 1) -> dict:
    return {"said": text * times}


for line in sys.stdin:
    message = json.loads(line)
    result = echo(**message["arguments"])
    print(json.dumps({"id": message["id"], "result": result}), flush=True)
