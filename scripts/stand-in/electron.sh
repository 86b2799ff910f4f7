#!/bin/sh
# Takes the place of Electron's program for `electron-vite dev`; scripts/dev.mjs names the Node.
here=$(cd "$(dirname "$0")" && pwd)
exec "$PROXYDECK_STAND_IN_NODE" "$here/run.ts" "$@"
