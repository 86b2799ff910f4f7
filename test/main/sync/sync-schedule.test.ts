import { expect, test } from 'vitest';
import type { Clock } from '../../../src/main/ports.ts';
import type { RecordedRun } from '../../../src/main/sync/next-sync.ts';
import { createSyncSchedule, type SyncSchedule } from '../../../src/main/sync/sync-schedule.ts';
import { fail, type FailureCode } from '../../../src/shared/failure.ts';
import type { SyncOutcome, SyncPlan } from '../../../src/shared/sync.ts';
import { rounds } from '../../support/rounds.ts';
import { createRandom } from '../../support/random.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A machine whose time is controlled: awake, asleep, or with its clock set. */
class Machine implements Clock {
  #wall = Date.parse('2026-11-21T08:00:00Z');
  #monotonic = 1000;
  #timers = new Map<symbol, { at: number; call: () => void }>();
  /** How often anything ran; a hot loop shows here. */
  calls = 0;
  skippedMs = 0;

  wallMs = (): number => this.#wall;
  monotonicMs = (): number => this.#monotonic;
  after = (delayMs: number, call: () => void): (() => void) => {
    const key = Symbol('timer');
    this.#timers.set(key, { at: this.#monotonic + delayMs, call });
    return () => this.#timers.delete(key);
  };
  /** Lets time pass awake; what is due runs, and what it leads to. */
  async pass(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await settle();
      const next = [...this.#timers].toSorted(([, one], [, other]) => one.at - other.at)[0];
      if (next === undefined || next[1].at > end) break;
      const [key, { at, call }] = next;
      this.#timers.delete(key);
      const stepMs = Math.max(0, at - this.#monotonic);
      this.#monotonic += stepMs;
      this.#wall += stepMs;
      this.calls += 1;
      call();
    }
    this.#wall += end - this.#monotonic;
    this.#monotonic = end;
    await settle();
  }
  /** Time passes for the wall clock alone: the machine sleeps, or its clock is set. */
  skip(ms: number): void {
    this.#wall += ms;
    this.skippedMs += Math.abs(ms);
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}

const outcome = (code: FailureCode | null): SyncOutcome =>
  ({ complete: code === null, problem: code === null ? null : { code, message: '' } }) as SyncOutcome; // what the schedule reads of it

interface World {
  readonly machine: Machine;
  readonly schedule: SyncSchedule;
  /** Start of every automatic sync, on a monotonic clock. */
  readonly runs: number[];
  isOnline: boolean;
  intervalMinutes: number;
  /** How the next ones end; null: well. `open`: not before it is canceled. */
  ends: FailureCode | 'open' | 'throws' | null;
  readonly plans: SyncPlan[];
  readonly logged: string[];
}

function open(accountIds: readonly string[] = ['a'], recorded?: (nowMs: number) => Partial<RecordedRun>): World {
  const machine = new Machine();
  const runs: number[] = [];
  const plans: SyncPlan[] = [];
  const logged: string[] = [];
  const lastRuns = new Map<string, string>();
  const cancels = new Set<() => void>();
  const world: { -readonly [K in keyof World]?: World[K] } = {
    machine,
    runs,
    plans,
    logged,
    isOnline: true,
    intervalMinutes: 60,
    ends: null,
  };
  world.schedule = createSyncSchedule({
    clock: machine,
    log: { info: () => undefined, error: (event) => logged.push(event) },
    isOnline: () => world.isOnline === true,
    intervalMinutes: () => world.intervalMinutes ?? 0,
    accountIds: () => accountIds,
    lastRun: (id) => ({
      lastCompletedAt: lastRuns.get(id) ?? null,
      lastAttemptAt: lastRuns.get(id) ?? null,
      lastProblem: null,
      ...(runs.length === 0 ? recorded?.(Date.parse('2026-11-21T08:00:00Z')) : {}),
    }),
    async run(id) {
      runs.push(machine.monotonicMs() + machine.skippedMs);
      const startedAt = new Date(machine.wallMs()).toISOString();
      const { ends } = world;
      if (ends === 'throws') throw fail('keychain-locked', '');
      if (ends === 'open') {
        await new Promise<void>((resolve) => {
          cancels.add(resolve);
        });
        lastRuns.set(id, startedAt);
        return outcome('canceled');
      }
      lastRuns.set(id, startedAt);
      return outcome(ends ?? null);
    },
    cancelAll: () => {
      for (const cancel of cancels) cancel();
      cancels.clear();
      return Promise.resolve();
    },
    onPlan: (plan) => plans.push(plan),
  });
  return world as World; // every part was set above
}

test('a copy that was never synced is synced soon after the start, then at the interval', async () => {
  const { machine, schedule, runs } = open();
  schedule.start();
  await machine.pass(30_000);
  expect(runs).toHaveLength(1);
  await machine.pass(50 * minuteMs);
  expect(runs).toHaveLength(1);
  await machine.pass(15 * minuteMs);
  expect(runs).toHaveLength(2);
  await machine.pass(10 * hourMs);
  expect(runs.length).toBeGreaterThanOrEqual(11);
  expect(runs.length).toBeLessThanOrEqual(12);
});

test('no sync starts while the schedule is off, and one starts when it is turned on', async () => {
  const world = open();
  world.intervalMinutes = 0;
  world.schedule.start();
  await world.machine.pass(3 * dayMs);
  expect(world.runs).toEqual([]);
  expect(world.schedule.plan('a').nextAt).toBeNull();
  world.intervalMinutes = 15;
  world.schedule.recheck();
  await world.machine.pass(minuteMs);
  expect(world.runs).toHaveLength(1);
});

test('a sync that the user starts postpones the next one', async () => {
  const { machine, schedule, runs } = open();
  schedule.start();
  await machine.pass(50 * minuteMs);
  expect(runs).toHaveLength(1);
  await schedule.watch('a', () => Promise.resolve(outcome(null)));
  await machine.pass(55 * minuteMs);
  expect(runs).toHaveLength(1);
  await machine.pass(10 * minuteMs);
  expect(runs).toHaveLength(2);
});

test('after failures it waits longer each time, never less than the interval', async () => {
  const world = open();
  world.ends = 'service-fault';
  world.schedule.start();
  await world.machine.pass(2 * dayMs);
  const waits = world.runs.slice(1).map((at, index) => at - (world.runs[index] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(hourMs - 1000);
  expect(world.runs.length).toBeLessThan(14);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
});

test('eight hours of sleep in the middle of a sync: it is cut off, and exactly one follows on waking', async () => {
  const world = open();
  world.ends = 'open';
  world.schedule.start();
  await world.machine.pass(minuteMs);
  expect(world.runs).toHaveLength(1);
  world.schedule.suspend();
  world.ends = null;
  world.machine.skip(8 * hourMs);
  await world.machine.pass(1000);
  expect(world.runs).toHaveLength(1);
  world.schedule.resume();
  // The network of a machine that wakes is not there at once.
  await world.machine.pass(9_000);
  expect(world.runs).toHaveLength(1);
  await world.machine.pass(30 * minuteMs);
  expect(world.runs).toHaveLength(2);
});

test.each([
  [
    'the network is back',
    async (world: World) => {
      world.isOnline = false;
      await world.machine.pass(2 * minuteMs);
      world.isOnline = true;
    },
  ],
  [
    'an unannounced sleep is over',
    (world: World) => {
      world.machine.skip(5 * minuteMs);
      return Promise.resolve();
    },
  ],
])('after hours without the service, one sync follows at once when %s', async (_what, happen) => {
  const world = open();
  world.ends = 'unreachable';
  world.schedule.start();
  await world.machine.pass(9 * hourMs);
  const failed = world.runs.length;
  await world.machine.pass(10 * minuteMs);
  expect(world.runs).toHaveLength(failed);
  world.ends = null;
  await happen(world);
  await world.machine.pass(2 * minuteMs);
  expect(world.runs).toHaveLength(failed + 1);
});

test('after an unannounced sleep one sync runs, if one was due', async () => {
  const { machine, schedule, runs } = open();
  schedule.start();
  await machine.pass(minuteMs);
  machine.skip(8 * hourMs);
  await machine.pass(30 * minuteMs);
  expect(runs).toHaveLength(2);
  machine.skip(5 * minuteMs);
  await machine.pass(10 * minuteMs);
  expect(runs).toHaveLength(2);
});

test.each([dayMs, -dayMs])('a clock that is set by %i ms makes no storm', async (jumpMs) => {
  const { machine, schedule, runs } = open();
  schedule.start();
  await machine.pass(10 * minuteMs);
  machine.skip(jumpMs);
  await machine.pass(40 * minuteMs);
  expect(runs.length).toBeLessThanOrEqual(2);
  const callsBefore = machine.calls;
  await machine.pass(hourMs);
  // A look around every minute, and no more.
  expect(machine.calls - callsBefore).toBeLessThan(80);
  await machine.pass(2 * hourMs);
  expect(runs.length).toBeLessThanOrEqual(6);
  expect(runs.length).toBeGreaterThanOrEqual(3);
});

test('without a network nothing is asked; when it is back, one sync makes up for it', async () => {
  const world = open();
  world.schedule.start();
  await world.machine.pass(minuteMs);
  world.isOnline = false;
  await world.machine.pass(9 * hourMs);
  expect(world.runs).toHaveLength(1);
  expect(world.schedule.plan('a')).toMatchObject({ isOnline: false, waitsFor: 'network', nextAt: null });
  world.isOnline = true;
  await world.machine.pass(10 * minuteMs);
  expect(world.runs).toHaveLength(2);
});

test.each<FailureCode>(['keys-refused', 'keychain-locked', 'database-newer'])(
  'after %s it waits for the user, and continues when they have acted',
  async (code) => {
    const world = open();
    world.ends = code;
    world.schedule.start();
    await world.machine.pass(5 * dayMs);
    expect(world.runs).toHaveLength(1);
    expect(world.schedule.plan('a')).toMatchObject({ waitsFor: 'person', nextAt: null });
    world.ends = null;
    world.schedule.userActed('a');
    await world.machine.pass(5 * minuteMs);
    expect(world.runs).toHaveLength(2);
    expect(world.schedule.plan('a').waitsFor).toBeNull();
  },
);

test('a keychain that will not open is asked once, not every minute, and the log has why', async () => {
  const world = open();
  world.ends = 'throws';
  world.schedule.start();
  await world.machine.pass(2 * dayMs);
  expect(world.runs).toHaveLength(1);
  expect(world.logged).toEqual(['automatic sync']);
});

test('accounts take turns, and one that fails does not delay the others', async () => {
  const { machine, schedule, runs, plans } = open(['a', 'b', 'c']);
  schedule.start();
  await machine.pass(5 * minuteMs);
  expect(runs).toHaveLength(3);
  expect(new Set(plans.map(({ accountId }) => accountId))).toEqual(new Set(['a', 'b', 'c']));
});

const lifeCount = rounds({ few: 100, many: 3000 });

test(
  `random lives: never two syncs within a minute, never many, never a hot loop (${lifeCount} lives)`,
  { timeout: 60_000 + lifeCount * 50 },
  async () => {
    for (let seed = 1; seed <= lifeCount; seed += 1) {
      const draw = createRandom(seed);
      const world = open();
      const { machine, schedule, runs } = world;
      world.intervalMinutes = [15, 60, 360][draw(3)] ?? 15;
      schedule.start();
      let awakeMs = 0;
      let causes = 1;
      for (let step = 0; step < 30; step += 1) {
        switch (draw(9)) {
          case 0:
            world.isOnline = !world.isOnline;
            causes += 1;
            break;
          case 1:
            schedule.suspend();
            machine.skip(draw(10) * hourMs);
            schedule.resume();
            causes += 1;
            break;
          case 2:
            machine.skip((draw(3) - 1) * dayMs);
            causes += 1;
            break;
          case 3:
            world.ends =
              ([null, 'service-fault', 'unreachable', 'keys-refused', 'incomplete'] as const)[draw(5)] ?? null;
            break;
          case 4:
            schedule.userActed('a');
            causes += 1;
            break;
          case 5:
            schedule.recheck();
            break;
          default: {
            const passMs = draw(120) * minuteMs;
            awakeMs += passMs;
            await machine.pass(passMs);
          }
        }
      }
      const gaps = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
      for (const gap of gaps) expect(gap, `seed ${seed}`).toBeGreaterThanOrEqual(minuteMs - 1);
      const most = causes + awakeMs / (world.intervalMinutes * minuteMs);
      expect(runs.length, `seed ${seed}`).toBeLessThanOrEqual(most + 1);
      expect(machine.calls, `seed ${seed}`).toBeLessThan(awakeMs / minuteMs + 10 * causes + 100);
      schedule.stop();
    }
  },
);

test.each<[string, Partial<RecordedRun>, boolean]>([
  ['was the first and was interrupted', { lastCompletedAt: null }, true],
  ['was not the first', { lastCompletedAt: '2026-11-20T08:00:00.000Z' }, false],
])('a sync that %s one minute before the start continues at once: %s', async (_, run, isAtOnce) => {
  const { schedule, machine, runs } = open(['a'], (nowMs) => ({
    lastAttemptAt: new Date(nowMs - minuteMs).toISOString(),
    lastProblem: { code: 'canceled', message: '' },
    ...run,
  }));
  schedule.start();
  await machine.pass(2 * minuteMs);
  expect(runs).toHaveLength(isAtOnce ? 1 : 0);
  await machine.pass(hourMs);
  expect(runs).toHaveLength(isAtOnce ? 2 : 1);
});
