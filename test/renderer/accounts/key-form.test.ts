import { afterEach, expect, it, vi } from 'vitest';
import { KeyForm } from '../../../src/renderer/accounts/key-form.svelte.ts';
import { Task } from '../../../src/renderer/kit/async/task.svelte.ts';
import type { Failure } from '../../../src/shared/failure.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A complete form, the work that saves it, and the requests to the service, which may refuse the keys. */
function makeForm(failure?: Failure) {
  const requested: string[] = [];
  const reply = failure ? { ok: false, failure } : { ok: true, value: { customer_id: 'c' } };
  vi.stubGlobal('window', {
    bridge: {
      request(name: string) {
        requested.push(name);
        return Promise.resolve(JSON.stringify(reply));
      },
      on: () => vi.fn(),
    },
  });
  const form = new KeyForm('https://api.example.com/1.0', () => new Task());
  form.publicKey = 'public';
  form.privateKey = 'private';
  const store = vi.fn(() => Promise.resolve());
  return { form, store, requested };
}

it('checks the keys before it saves them', async () => {
  const { form, store, requested } = makeForm();
  await form.save(store);
  expect(requested).toEqual(['accounts:try']);
  expect(store).toHaveBeenCalledOnce();
});

it('does not ask the service again about keys that it has just confirmed', async () => {
  const { form, store, requested } = makeForm();
  await form.check();
  await form.save(store);
  expect(requested).toEqual(['accounts:try']);
});

it('saves no keys that the service refuses, and offers to save them unchecked', async () => {
  const message = 'The service rejected the API keys. Cached data remains available.';
  const { form, store, requested } = makeForm({ code: 'keys-refused', message });
  await form.save(store);
  expect(store).not.toHaveBeenCalled();
  // Nothing is cached while an account is set up.
  expect(form.failure?.message).toBe('The service rejected the API keys.');
  expect(form.canSaveUnchecked).toBe(true);
  await form.save(store, false);
  expect(store).toHaveBeenCalledOnce();
  expect(requested).toEqual(['accounts:try']);
});

it.each<[Failure['code'], string]>([
  ['keys-refused', 'The service was reached and refused them.'],
  ['unreachable', 'If they are right and the service cannot be reached now'],
])('says of keys that failed with %s why they may be saved all the same', async (code, note) => {
  const { form, store } = makeForm({ code, message: 'It failed.' });
  await form.save(store);
  expect(form.uncheckedNote).toContain(note);
});

it('withdraws the offer when the keys change', async () => {
  const { form, store } = makeForm({ code: 'unreachable', message: 'No connection.' });
  await form.save(store);
  form.changed();
  expect([form.canSaveUnchecked, form.failure]).toEqual([false, null]);
});

it('explains a base URL without its version', async () => {
  const { form } = makeForm({ code: 'not-found', message: 'The service did not find this item.' });
  await form.check();
  expect(form.failure?.message).toContain('includes the version, such as “/1.0”');
});
