import { expect, test } from 'vitest';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import type { DialogRequest } from '../../../src/renderer/account/dialog-request.ts';
import type { AccountSummary } from '../../../src/shared/account.ts';

const accountWith = (id: string): AccountSummary => ({ id, isCurrent: true }) as AccountSummary; // no more is read here

/** Opens the profile when `find` is called. */
function openLate(app: AppState) {
  const { promise, resolve } = Promise.withResolvers<DialogRequest>();
  const opening = app.openFound(
    () => promise,
    (found) => found,
  );
  return async (): Promise<DialogRequest | null> => {
    resolve({ kind: 'profile' });
    await opening;
    return app.dialog;
  };
}

test('a dialog opens once its beginning is found', async () => {
  const app = new AppState();
  app.accounts = [accountWith('a')];
  expect(await openLate(app)()).toEqual({ kind: 'profile' });
});

test('a dialog that is found late does not replace one that was opened meanwhile', async () => {
  const app = new AppState();
  const find = openLate(app);
  app.dialog = { kind: 'settings' };
  expect(await find()).toEqual({ kind: 'settings' });
});

test('a dialog that is found late does not open in another account', async () => {
  const app = new AppState();
  app.accounts = [accountWith('a')];
  const find = openLate(app);
  app.accounts = [accountWith('b')];
  expect(await find()).toBeNull();
});
