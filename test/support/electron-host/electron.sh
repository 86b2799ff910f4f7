#!/bin/sh
# Takes the place of Electron's program for `electron-vite dev`.
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../../../node_modules/.bin/node" "$here/run.ts" "$@"
