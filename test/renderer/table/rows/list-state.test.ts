import { expect, test } from 'vitest';
import { ListState } from '../../../../src/renderer/table/rows/list-state.svelte.ts';

/** A list of proxies that notes the filters of which rows were requested. */
function makeList() {
  const requested: string[] = [];
  const list = new ListState<{ readonly id: string }>('proxies', {
    query: (where) => ({
      where,
      rows() {
        requested.push(where);
        return Promise.resolve([]);
      },
      count: () => Promise.resolve(0),
    }),
    idOf: ({ id }) => id,
  });
  /** Types the rest of a text character by character; `isBeginning` is what the suggestions say of each. */
  const type = async (text: string, isBeginning: (typed: string) => boolean): Promise<void> => {
    const from = text.startsWith(list.text) ? list.text.length : 0;
    for (let end = from + 1; end <= text.length; end += 1) {
      const typed = text.slice(0, end);
      list.type(typed, end);
      await Promise.resolve();
      list.settle(typed, end, isBeginning(typed));
      await new Promise((done) => setTimeout(done));
    }
  };
  return { list, type, requested };
}

test('a code waits while it is the beginning of a suggested one, and its rows come once it is complete', async () => {
  const { list, type, requested } = makeList();
  await type('type:isp', (typed) => /:(i|is)$/.test(typed));
  expect(requested).toEqual(['type:isp']);
  await type('type:isp online:yes', () => false);
  expect(requested).toEqual(['type:isp', 'type:isp online:yes']);
  expect(list.problem).toBeNull();
});

test('a code that nothing continues is applied, and so is one that waits when the field is left', async () => {
  const { list, type, requested } = makeList();
  await type('tag:x', () => false);
  expect(requested).toEqual(['tag:x']);
  await type('type:i', () => true);
  expect(requested).toEqual(['tag:x']);
  list.finish();
  expect(list.appliedText).toBe('type:i');
});

test('a code that waits is part of the filter that is saved; an invalid text is not', () => {
  const { list } = makeList();
  list.type('type:isp', 8);
  expect([list.appliedText, list.leftText]).toEqual(['', 'type:isp']);
  list.type('type:isp online:', 16);
  expect(list.leftText).toBe('');
});

test('a code with an open quote waits for the other one, whatever its suggestions say', async () => {
  const { list, type, requested } = makeList();
  await type('tag:"new p', () => false);
  expect([list.problem, requested]).toEqual([null, []]);
  await type('tag:"new p"', () => false);
  expect(requested).toEqual(['tag:"new p"']);
});

test('suggestions of an earlier text say nothing about a later one', () => {
  const { list } = makeList();
  list.type('type:i', 6);
  list.settle('type:', 5, false);
  expect(list.appliedText).toBe('');
  expect(list.isWaiting).toBe(true);
  list.settle('type:i', 6, false);
  expect(list.appliedText).toBe('type:i');
  expect(list.isWaiting).toBe(false);
});

test('a space more or less does not load the rows again, and is removed when the field is left', async () => {
  const { list, requested } = makeList();
  list.type('country:US', 10);
  list.settle('country:US', 10, false);
  await new Promise((done) => setTimeout(done));
  list.type('country:US ', 11);
  list.finish();
  await new Promise((done) => setTimeout(done));
  expect(list.text).toBe('country:US');
  expect(requested).toEqual(['country:US']);
});

const proxy = '203.0.113.19:8014';

test.each([`${proxy}:user:secret`, `user:secret@${proxy}`, `http://user:secret@${proxy}`])(
  'while %s is typed its rows are those of the address, and the login goes once the term or the field is left',
  (written) => {
    const { list, requested } = makeList();
    list.type(`type:isp ${written}`, 9 + written.length);
    expect(requested).toEqual([`type:isp ${proxy}`]);
    expect([list.text, list.problem]).toEqual([`type:isp ${written}`, null]);
    expect([list.leftText, list.appliedText]).toEqual([`type:isp ${proxy}`, `type:isp ${proxy}`]);
    list.type(`type:isp ${written} `, 10 + written.length);
    expect(list.text).toBe(`type:isp ${proxy} `);
    list.type(`type:isp ${written}`, 9 + written.length);
    list.finish();
    expect(list.text).toBe(`type:isp ${proxy}`);
    expect(requested).toEqual([`type:isp ${proxy}`]);
  },
);

test('a filter that is set, such as one that was saved, has no login', () => {
  const { list } = makeList();
  list.filter(`${proxy}:user:secret`);
  expect(list.text).toBe(proxy);
  list.text = `user:secret@${proxy}`;
  expect(list.text).toBe(proxy);
});

test('a filter that becomes unreadable as it is typed leaves the rows of what it was before', async () => {
  const { list, type, requested } = makeList();
  await type('colour:red', () => false);
  expect(requested.at(-1)).toBe('');
  expect(list.problem?.message).toContain('"colour" is not a filter key.');
  await type('country:US colour', () => false);
  await type('country:US colour:red', () => false);
  expect(requested.at(-1)).toBe('country:US');
  expect([list.appliedText, list.leftText, list.problem === null]).toEqual(['country:US', 'country:US', false]);
  await type('country:US colour:red type:isp', () => false);
  expect(requested.at(-1)).toBe('country:US');
  list.apply('country:US type:isp');
  await Promise.resolve();
  expect([list.appliedText, list.problem]).toEqual(['country:US type:isp', null]);
  // One that comes at once, too.
  list.apply('colour:red');
  await Promise.resolve();
  expect(requested.at(-1)).toBe('country:US type:isp');
});
