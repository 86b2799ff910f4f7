import { expect, test } from 'vitest';
import { asFailure } from '../../../src/shared/failure.ts';
import { openApp } from '../../support/open-app.ts';

test('a password is copied as a secret that is cleared, and never sent to the window', async () => {
  const copied: { text: string; clearAfterSeconds: number }[] = [];
  const { ask, accountId, demo } = await openApp({
    isSynced: true,
    desktop: {
      async copySecret(text, clearAfterSeconds) {
        copied.push({ text: await text.text(), clearAfterSeconds });
      },
    },
  });
  await ask('settings:set', { clipboardClearSeconds: 15 });
  const [user] = demo.account.proxyUsers.slice(0, 1);
  const id = String(user?.['proxy_user_id']);
  expect(await ask('passwords:copy', { accountId, id, withUser: false })).toBeNull();
  expect(copied).toEqual([{ text: user?.['proxy_user_password'], clearAfterSeconds: 15 }]);
  expect(await ask('passwords:copy', { accountId, id, withUser: true })).toBeNull();
  expect(copied[1]?.text).toBe(`${id}:${String(user?.['proxy_user_password'])}`);
  expect(await ask('clipboard:copy-secret', { text: 'two lines\nof a selection' })).toBeNull();
  expect(copied[2]).toEqual({ text: 'two lines\nof a selection', clearAfterSeconds: 15 });
  const missing = await ask('passwords:copy', { accountId, id: 'nobody', withUser: false }).then(
    () => undefined,
    (error: unknown) => asFailure(error).code,
  );
  expect(missing).toBe('not-found');
  expect(copied).toHaveLength(3);
});
