import { describe, expect, it } from 'vitest';
import { CompletionState } from '../../../../src/renderer/kit/combobox/completion.svelte.ts';
import type { Completion } from '../../../../src/shared/filter/query-completion.ts';

const suggest = (...inserts: string[]): Completion => ({
  start: 8,
  end: 9,
  suggestions: inserts.map((insert) => ({ insert, label: '', count: 1 })),
});

describe('suggestions under a filter', () => {
  it('choose nothing by themselves, and go round through none', async () => {
    const state = new CompletionState(() => Promise.resolve(suggest('US', 'UA')));
    expect(state.isOpen).toBe(false);
    await state.ask('country:u', 9);
    expect([state.isOpen, state.active]).toEqual([true, -1]);
    const seen = [1, 1, 1, -1, -1].map((step) => {
      state.move(step === 1 ? 1 : -1);
      return state.active;
    });
    expect(seen).toEqual([0, 1, -1, 1, 0]);
  });

  it('are requested when the typing rests, and not after they were closed', async () => {
    const requested: string[] = [];
    const state = new CompletionState((text) => {
      requested.push(text);
      return Promise.resolve(suggest('US'));
    });
    await Promise.all([state.askSoon('c', 1), state.askSoon('co', 2)]);
    expect([requested, state.isOpen]).toEqual([['co'], true]);
    const late = state.askSoon('cou', 3);
    state.close();
    await late;
    expect([requested, state.isOpen]).toEqual([['co'], false]);
  });

  it('put what is taken in the place of what was typed', async () => {
    const state = new CompletionState(() => Promise.resolve(suggest('US')));
    await state.ask('country:u type:isp', 9);
    const [first] = state.suggestions;
    if (first === undefined) throw new Error('nothing was suggested');
    expect(state.take('country:u type:isp', first)).toEqual({ text: 'country:US type:isp', caret: 10 });
  });

  it('replace all of a word of which more was typed, or less is left, before an answer came', async () => {
    const state = new CompletionState(() => Promise.resolve(suggest('US')));
    await state.ask('country:u type:isp', 9);
    const [first] = state.suggestions;
    if (first === undefined) throw new Error('nothing was suggested');
    const taken = { text: 'country:US type:isp', caret: 10 };
    expect(state.take('country:unit type:isp', first)).toEqual(taken);
    expect(state.take('country: type:isp', first)).toEqual(taken);
  });

  it('drop an answer that another question or the end of typing has overtaken', async () => {
    const answers: ((completion: Completion) => void)[] = [];
    const state = new CompletionState(() => new Promise((resolve) => answers.push(resolve)));
    const first = state.ask('country:u', 9);
    const second = state.ask('country:us', 10);
    answers[1]?.(suggest('US'));
    answers[0]?.(suggest('UA'));
    await Promise.all([first, second]);
    expect(state.suggestions.map(({ insert }) => insert)).toEqual(['US']);
    const third = state.ask('country:', 8);
    state.close();
    answers[2]?.(suggest('DE'));
    await third;
    expect(state.isOpen).toBe(false);
  });
});
