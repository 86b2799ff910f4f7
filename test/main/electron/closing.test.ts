import { expect, test } from 'vitest';
import { createClosing, type CloseAnswer } from '../../../src/main/electron/closing.ts';

/** An app with a window, a desktop that shows its icon or not, and a user with an answer. */
function makeClosing(options: {
  readonly work?: readonly string[];
  readonly setting?: 'ask' | 'keep' | 'quit';
  readonly hasIcon?: boolean;
  readonly answer?: CloseAnswer;
}) {
  const { work = ['The gateway of Ridgeline'], hasIcon = true, answer = 'stay' } = options;
  let { setting = 'ask' } = options;
  const seen: string[] = [];
  const closing = createClosing({
    work: () => work,
    setting: () => setting,
    save: (chosen) => {
      setting = chosen;
      seen.push(`saved ${chosen}`);
    },
    hasIcon: () => Promise.resolve(hasIcon),
    ask: (sentences, isShown) => {
      seen.push(`asked about ${sentences.join()}${isShown ? '' : ', without an icon'}`);
      return Promise.resolve(answer);
    },
    close: () => {
      seen.push(tryToClose() === 'goes' ? 'closed' : 'not closed');
    },
    minimize: () => void seen.push('minimized'),
    quit: () => void seen.push('quit'),
  });
  const tryToClose = (): 'ends the app' | 'goes' | 'stays' => {
    const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) };
    const endsApp = closing.endsApp(event);
    return endsApp ? 'ends the app' : event.isPrevented ? 'stays' : 'goes';
  };
  /** Closes the window, and waits for what follows. */
  const close = async () => {
    const outcome = tryToClose();
    await new Promise((resolve) => setImmediate(resolve));
    return outcome;
  };
  return { closing, close, seen };
}

test('without work that needs no window, the app ends with it', async () => {
  const { close, seen } = makeClosing({ work: [] });
  expect(await close()).toBe('ends the app');
  expect(seen).toEqual([]);
});

test('the user is asked once, and the app stays without its window', async () => {
  const { closing, close, seen } = makeClosing({ answer: 'keep' });
  expect(await close()).toBe('stays');
  expect(seen).toEqual(['asked about The gateway of Ridgeline', 'saved keep', 'closed']);
  expect(closing.isInBackground).toBe(true);
  closing.setInBackground(false);
  await close();
  expect(seen.slice(3)).toEqual(['closed']);
});

test('a user who cancels is asked again', async () => {
  const { close, seen } = makeClosing({ answer: 'stay' });
  await close();
  await close();
  expect(seen).toEqual(Array(2).fill('asked about The gateway of Ridgeline'));
});

test('a second click on the cross while the question is open asks no second one', async () => {
  const { closing, close, seen } = makeClosing({ answer: 'stay' });
  closing.endsApp({ preventDefault: () => undefined });
  await close();
  expect(seen).toHaveLength(1);
});

test('a user who quits is not asked again, and the app ends with its window from then on', async () => {
  const { close, seen } = makeClosing({ answer: 'quit' });
  expect(await close()).toBe('stays');
  expect(seen).toEqual(['asked about The gateway of Ridgeline', 'saved quit', 'quit']);
  expect(await close()).toBe('ends the app');
});

test('where no panel shows icons, the window is minimized', async () => {
  const { closing, close, seen } = makeClosing({ answer: 'keep', hasIcon: false });
  expect(await close()).toBe('stays');
  expect(await close()).toBe('stays');
  expect(seen).toEqual([
    'asked about The gateway of Ridgeline, without an icon',
    'saved keep',
    'minimized',
    'minimized',
  ]);
  expect(closing.isInBackground).toBe(false);
});
