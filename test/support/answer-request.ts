import { createDoor } from '../../src/main/ipc/door.ts';
import type { Log } from '../../src/main/ports.ts';

type DoorParts = Parameters<typeof createDoor>[0];

const silent: Log = { info: () => undefined, error: () => undefined };

/** Answers the text of a request of our own page, without the gate for acts of the user. */
export const answerRequest = (
  parts: Pick<DoorParts, 'handlers' | 'session'> & { readonly log?: Log },
  sent: unknown,
): Promise<string> =>
  createDoor({
    log: silent,
    ...parts,
    gate: { check: () => Promise.resolve() },
    isOwnPage: () => true,
  }).answer({ url: 'app://proxydeck/index.html', parent: null }, sent);
