import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findElectron } from '../../scripts/electron.mjs';

/** An app on real Electron that is watched from outside. */
export type StartedElectron = ReturnType<typeof startElectron>;

/**
 * Starts an app on real Electron with `shown-probe.ts`.
 *
 * @param args what Electron gets, the folder of the app among them
 * @param isShown a function of the page, which is carried there as text
 * @throws if it is not installed, or this is not Linux
 */
export function startElectron(args: readonly string[], isShown: () => boolean, env: NodeJS.ProcessEnv = {}) {
  const electron = findElectron();
  if (electron === undefined || process.platform !== 'linux') {
    throw new Error('The window is measured on real Electron on Linux only.');
  }
  const child = spawn(
    electron,
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['-r', join(import.meta.dirname, 'shown-probe.ts')],
      ...args,
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...env, PROXYDECK_BENCH_SHOWN: isShown.toString() },
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    /** Resolves once the window is shown, or closed. */
    async until(state: 'shown' | 'closed'): Promise<void> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`The app ended before its window was ${state}.`);
        if (value === state) return;
      }
    },
    /** Closes the window, or opens it again. */
    send(command: 'close' | 'open'): void {
      child.stdin.write(`${command}\n`);
    },
    async end(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
