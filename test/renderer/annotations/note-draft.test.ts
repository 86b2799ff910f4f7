import { expect, it } from 'vitest';
import { NoteDraft } from '../../../src/renderer/annotations/note-draft.svelte.ts';

function makeDraft(): { draft: NoteDraft; saved: string[] } {
  const saved: string[] = [];
  const draft = new NoteDraft((text) => {
    saved.push(text);
    return Promise.resolve(true);
  });
  draft.take('before');
  return { draft, saved };
}

it('saves what was typed when typing rests, once', async () => {
  const { draft, saved } = makeDraft();
  expect(draft.text).toBe('before');
  for (const text of ['a', 'ab', 'abc']) draft.type(text);
  expect([draft.text, saved]).toEqual(['abc', []]);
  await expect.poll(() => saved).toEqual(['abc']);
  await draft.flush();
  expect(saved).toEqual(['abc']);
});

it('saves it at once when the field is left, and what is typed meanwhile after it', async () => {
  const { draft, saved } = makeDraft();
  draft.type('first');
  const leaving = draft.flush();
  draft.type('second');
  await leaving;
  await draft.flush();
  expect(saved).toEqual(['first', 'second']);
});

it('shows another note of the store only where nothing typed is waiting', async () => {
  const { draft } = makeDraft();
  draft.type('typed');
  draft.take('undone');
  expect(draft.text).toBe('typed');
  await draft.flush();
  draft.take('undone');
  expect(draft.text).toBe('undone');
});

it('tries a note again that could not be saved, and does not replace it by the stored one', async () => {
  const attempts: string[] = [];
  const draft = new NoteDraft((text) => {
    attempts.push(text);
    return Promise.resolve(attempts.length > 1);
  });
  draft.take('before');
  draft.type('typed');
  await draft.flush();
  draft.take('before');
  expect(draft.text).toBe('typed');
  await draft.flush();
  await draft.flush();
  expect(attempts).toEqual(['typed', 'typed']);
});
