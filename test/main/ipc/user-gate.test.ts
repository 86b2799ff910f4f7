import { expect, test } from 'vitest';
import { createUserGate, userActs } from '../../../src/main/ipc/user-gate.ts';
import { FailureError } from '../../../src/shared/failure.ts';

type Gated = Parameters<ReturnType<typeof createUserGate>['check']>[0];

/** A gate with a clock of the test, and a person who answers its questions. */
function makeGate(answer: () => Promise<boolean> = () => Promise.resolve(false)) {
  let nowMs = 1_000_000;
  const questions: string[] = [];
  const gate = createUserGate({
    monotonicMs: () => nowMs,
    ask: (question) => {
      questions.push(question);
      return answer();
    },
  });
  return {
    questions,
    press: () => {
      gate.sawAct();
    },
    wait: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    /** "passed", or the code of the failure. */
    ask: (name: Gated, args: unknown = {}): Promise<string> =>
      gate.check(name, args).then(
        () => 'passed',
        (error: unknown) => (error instanceof FailureError ? error.failure.code : 'error'),
      ),
  };
}

/** Arguments with which every request of the table needs an act. */
const args = { revealSecrets: true, kind: 'test-schedule', agentsMay: ['sync'], changes: { gatewayLogDays: 7 } };
const gated = Object.keys(userActs) as Gated[];

test.each(gated)('%s asks the user if nobody pressed anything, and fails if the user says no', async (name) => {
  const { ask, questions } = makeGate();
  expect(await ask(name, args)).toBe('canceled');
  expect(questions).toEqual([userActs[name]?.question]);
});

test.each(gated)('%s passes after a press, and not much later', async (name) => {
  const { ask, press, wait, questions } = makeGate();
  press();
  expect(await ask(name, args)).toBe('passed');
  expect(questions).toEqual([]);
  wait(120);
  expect(await ask(name, args)).toBe('canceled');
});

test('requests that only read need nobody, and neither does a preview without passwords', async () => {
  const { ask, questions } = makeGate();
  for (const name of ['accounts:list', 'tags:put', 'settings:set'] as const) {
    expect(await ask(name)).toBe('passed');
  }
  expect(await ask('exports:preview', { revealSecrets: false })).toBe('passed');
  expect(await ask('saved:put', { kind: 'view' })).toBe('passed');
  expect(questions).toEqual([]);
});

test('what causes a test, or changes a rule, needs an act like the test and the rule themselves', () => {
  expect(gated).toEqual(
    expect.arrayContaining([
      ...['tests:start', 'tests:resume', 'saved:put'],
      ...['gateway:put-rule', 'gateway:remove-rule', 'gateway:renew-token'],
    ]),
  );
});

test('one press shows a few passwords, not all of them', async () => {
  const { ask, press } = makeGate();
  press();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => ask('passwords:reveal')));
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(3);
  press();
  expect(await ask('passwords:reveal')).toBe('passed');
});

test('even with presses, passwords are not shown without end', async () => {
  const { ask, press, wait } = makeGate();
  const outcomes: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    press();
    outcomes.push(await ask('passwords:reveal'));
    wait(1);
  }
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(30);
  expect(outcomes.at(-1)).toBe('busy');
  wait(60);
  press();
  expect(await ask('passwords:reveal')).toBe('passed');
});

test('the user is asked one question at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { ask, questions } = makeGate(() => promise);
  const first = ask('accounts:remove');
  expect(await ask('accounts:try')).toBe('busy');
  resolve(true);
  expect(await first).toBe('passed');
  expect(questions).toHaveLength(1);
});

test.each(['agentsMay', 'agentTestRequests', 'agentTestMegabytes', 'startsAtLogin'])(
  'the setting %s, which allows others or the app more, asks the user',
  async (name) => {
    const { ask, questions } = makeGate();
    expect(await ask('settings:set', { [name]: 500_000 })).toBe('canceled');
    expect(questions).toEqual(['Change what agents may do, or what starts at login?']);
  },
);

test.each([
  ['gatewayLogDays', 7, 0],
  ['gatewaySavesHosts', true, false],
  ['gatewayStarts', true, false],
])('a script in the page cannot turn on the setting %s of an account, only off', async (name, on, off) => {
  const { ask, questions } = makeGate();
  expect(await ask('settings:set-account', { changes: { [name]: off } })).toBe('passed');
  expect(await ask('settings:set-account', { changes: { residentialGbPrice: '1' } })).toBe('passed');
  expect(questions).toEqual([]);
  expect(await ask('settings:set-account', { changes: { [name]: on } })).toBe('canceled');
  expect(questions).toHaveLength(1);
});
