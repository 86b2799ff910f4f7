"""Receives and parses every page of the proxy search, stores nothing. Arguments: base address, pages."""

import http.client
import json
import sys
import time
from urllib.parse import urlsplit

base, pages = urlsplit(sys.argv[1]), int(sys.argv[2])
connection = http.client.HTTPConnection(base.hostname, base.port)
started, rows = time.perf_counter(), 0
for page in range(1, pages + 1):
    connection.request("GET", f"{base.path}/public/user/proxy/search?page={page}&per_page=1000")
    rows += len(json.loads(connection.getresponse().read())["data"])
print(json.dumps({"durationMs": (time.perf_counter() - started) * 1000, "rows": rows}))
