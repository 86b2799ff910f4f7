import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../../scripts/steps.mjs';

/** A display, a session bus and an unlocked keyring that nothing else uses. */
export interface Desktop {
  /** What programs that shall run on it need in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts the three programs, prints their environment once the keyring can be used, and ends them when its
 * standard input closes, so that nothing is left behind by tests that are killed.
 */
const script = `
running=
trap 'kill $running 2> /dev/null' EXIT
mkfifo display bus
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp 3> display 2> xvfb.log &
running=$!
read -r number < display || exit 1
export DISPLAY=":$number"
dbus-daemon --session --nofork --print-address=3 3> bus 2> bus.log &
running="$! $running"
read -r DBUS_SESSION_BUS_ADDRESS < bus || exit 1
export DBUS_SESSION_BUS_ADDRESS
printf 'test\\n' | gnome-keyring-daemon --foreground --unlock --components=secrets > keyring.log 2>&1 &
running="$! $running"
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \\
  string:org.freedesktop.secrets | grep -q 'boolean true'; do
  kill -0 $! || exit 1
  sleep 0.05
done
echo "$DISPLAY $DBUS_SESSION_BUS_ADDRESS"
cat > /dev/null
kill $running
wait
`;

/** The programs of the script, by the names of Debian's packages where those differ. */
const programs = ['Xvfb', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** Whether this system uses X and has what a desktop of its own needs. */
export const canStartDesktop = process.platform === 'linux' && programs.every(isInstalled);

/**
 * Starts a desktop for one test process. It ends with this process, however that ends.
 *
 * @throws if one of its programs does not start
 */
export async function startDesktop(): Promise<Desktop> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-desktop-'));
  const own = {
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    // Where both are there, programs prefer Wayland, whose socket is another desktop's.
    WAYLAND_DISPLAY: '',
    XDG_SESSION_TYPE: 'x11',
  };
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const started = once(child.stdout.setEncoding('utf8'), 'data');
  const [line] = (await Promise.race([started, ended.then(() => [''])])) as [string];
  const [display = '', address = ''] = line.trim().split(' ');
  if (address === '') throw new Error(`The desktop of the tests does not start; see ${folder}.`);
  return {
    environment: { ...own, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address },
    async close() {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Gives a worker of Playwright a desktop of its own, if this system can, until its tests have ended. */
export async function useDesktop(use: (nothing: undefined) => Promise<void>): Promise<void> {
  const desktop = canStartDesktop ? await startDesktop() : undefined;
  Object.assign(process.env, desktop?.environment);
  await use(undefined);
  await desktop?.close();
}
