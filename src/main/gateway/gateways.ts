import { asFailure, fail, type FailureError } from '../../shared/failure.ts';
import {
  defaultRule,
  describeHolder,
  type GatewayHolder,
  type GatewayReport,
  type GatewayRule,
  type OpenGateway,
  type RuleChoices,
} from '../../shared/gateway/gateway.ts';
import { queueOf, type Queue } from '../../shared/queue.ts';
import type { Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';
import type { RuleWithToken } from './client-login.ts';
import type { Gateway } from './gateway.ts';
import type { ReadList } from './list-front.ts';
import type { RequestBatch } from './request-queue.ts';
import { takeServingLock, findServingProcess } from './serving-lock.ts';
import { changeRule, listRules, putRule, removeRule, renewToken, tokenOf, type RuleChanges } from './rules.ts';

/** Methods of `createGateway` for the main thread. */
export const gatewayMethods = ['apply', 'refresh', 'state', 'end', 'useAgain', 'drain', 'close'] as const;
export type GatewayMethod = (typeof gatewayMethods)[number];

export type RunningGateway = {
  readonly [M in GatewayMethod]: (...args: Parameters<Gateway[M]>) => Promise<Awaited<ReturnType<Gateway[M]>>>;
};

export type GatewayStart = (parts: {
  readonly databaseFile: string;
  readonly privateKey: string;
  readonly onChange: (openCount: number) => void;
  /** After results were written. */
  readonly onObserved: () => void;
  readonly writeRequests: (batch: RequestBatch) => Promise<unknown>;
  readonly readList: ReadList;
  readonly onError: (error: unknown) => void;
  /** Another connection changed the records, perhaps rules. */
  readonly onRecords: () => void;
  /** The account's files are gone. */
  readonly onGone: () => void;
  /** After a crash. */
  readonly onDied: () => void;
}) => Promise<RunningGateway>;

export interface GatewayTarget {
  readonly store: Store;
  readonly databaseFile: string;
  /** Resolves with the private key. Failures of the keychain. */
  readonly unlock: () => Promise<string>;
  readonly writeRequests: (batch: RequestBatch) => Promise<unknown>;
}

export type Gateways = ReturnType<typeof createGateways>;

interface Entry {
  readonly gateway: RunningGateway;
  readonly rules: () => Promise<readonly RuleWithToken[]>;
  /** Null: turned on by somebody, not after a crash. */
  readonly restartedMs: number | null;
  /** The rules that were applied last, as a text to compare. */
  applied: string;
  openCount: number;
}

/** A crash within this time would repeat. */
const soonMs = 60_000;

/**
 * Creates the gateways of all accounts.
 *
 * @param parts.program name of this process for others
 */
export function createGateways(parts: {
  readonly program: string;
  readonly target: (accountId: string) => GatewayTarget;
  readonly readList: (accountId: string, ...request: Parameters<ReadList>) => ReturnType<ReadList>;
  readonly emit: Emit;
  readonly log: Log;
  readonly start: GatewayStart;
}) {
  const { program, target, readList, emit, log, start } = parts;
  const on = new Map<string, Entry>();
  const held = new Map<string, () => void>();
  /** Why gateways are off that nobody turned off. */
  const problems = new Map<string, FailureError>();
  const waiting = new Map<string, (problem: FailureError) => void>();
  let isClosing = false;
  /** By account. */
  const queues = new Map<string, Queue>();
  const inTurn = <T>(accountId: string, work: () => Promise<T>): Promise<T> => queueOf(queues, accountId)(work);
  const announce = (accountId: string): void => {
    const entry = on.get(accountId);
    emit('gateway:changed', {
      accountId,
      isOn: entry !== undefined,
      openCount: entry?.openCount ?? 0,
    });
  };
  const rulesWithTokens = async (accountId: string): Promise<readonly RuleWithToken[]> => {
    const { store, unlock } = target(accountId);
    await unlock();
    return store.whenFree(() => listRules(store).map((rule) => ({ rule, token: tokenOf(store, rule.id) })));
  };
  const applyRules = async (accountId: string): Promise<void> => {
    const entry = on.get(accountId);
    if (entry) {
      const rules = await entry.rules();
      await entry.gateway.apply(rules);
      entry.applied = JSON.stringify(rules);
    }
    announce(accountId);
  };
  /** Applies rules that another process, such as an agent's, changed. */
  const followRules = async (accountId: string): Promise<void> => {
    const entry = on.get(accountId);
    if (entry && JSON.stringify(await entry.rules()) !== entry.applied) await applyRules(accountId);
  };
  /** Starts a gateway, or applies its rules again. */
  const open = async (accountId: string, rules: Entry['rules'], restartedMs: number | null = null): Promise<void> => {
    problems.delete(accountId);
    if (!on.has(accountId)) {
      const { databaseFile, unlock } = target(accountId);
      const privateKey = await unlock();
      const gateway = await start({
        databaseFile,
        privateKey,
        onChange: (openCount) => {
          const entry = on.get(accountId);
          if (!entry) return;
          entry.openCount = openCount;
          announce(accountId);
        },
        onObserved: () => {
          emit('store:changed', { accountId });
        },
        writeRequests: (batch) => target(accountId).writeRequests(batch),
        readList: (request) => readList(accountId, request),
        onError: (error) => {
          log.error('gateway', error);
        },
        onRecords: () => {
          inTurn(accountId, () => followRules(accountId)).catch((error: unknown) => {
            log.error('changed rules of the gateway', error);
          });
        },
        onGone: () => {
          void inTurn(accountId, async () => {
            await close(accountId);
            stayOff(accountId, gone());
          });
        },
        onDied: () => {
          const entry = on.get(accountId);
          // Turning it on has failed.
          if (!entry) return;
          on.delete(accountId);
          log.error('gateway', new Error('The worker of the gateway has ended.'));
          void inTurn(accountId, () => restart(accountId, entry));
        },
      });
      on.set(accountId, { gateway, rules, restartedMs, applied: '', openCount: 0 });
    }
    await applyRules(accountId);
  };
  const restart = async (accountId: string, { rules, restartedMs }: Entry): Promise<void> => {
    if (isClosing) return;
    const nowMs = performance.now();
    try {
      if (restartedMs !== null && nowMs - restartedMs < soonMs) throw notRestarted('');
      await open(accountId, rules, nowMs);
      emit('gateway:ended', { accountId, problem: null });
    } catch (error) {
      log.error('restart of the gateway', error);
      await close(accountId);
      const { code, message } = asFailure(error);
      const problem = notRestarted(code === 'canceled' || code === 'internal' ? '' : ` ${message}`);
      stayOff(accountId, problem);
    }
  };
  const stayOff = (accountId: string, problem: FailureError): void => {
    problems.set(accountId, problem);
    announce(accountId);
    emit('gateway:ended', { accountId, problem: problem.message });
    waiting.get(accountId)?.(problem);
  };
  const close = async (accountId: string, patienceMs = 0): Promise<void> => {
    problems.delete(accountId);
    const entry = on.get(accountId);
    try {
      if (!entry) return;
      // A crash also ends the wait.
      if (patienceMs > 0) await entry.gateway.drain(patienceMs).catch(() => undefined);
      on.delete(accountId);
      await entry.gateway.close();
      announce(accountId);
    } finally {
      held.get(accountId)?.();
      held.delete(accountId);
    }
  };
  /** Failure `busy`: another process serves this account. */
  const hold = (accountId: string): void => {
    if (held.has(accountId)) return;
    const { databaseFile } = target(accountId);
    const release = takeServingLock(databaseFile, program);
    if (release) held.set(accountId, release);
    else throw servedElsewhere(findServingProcess(databaseFile));
  };
  const elsewhere = (accountId: string): GatewayHolder | null =>
    held.has(accountId) ? null : findServingProcess(target(accountId).databaseFile);
  const allOn = (): OpenGateway[] => [...on].map(([accountId, { openCount }]) => ({ accountId, openCount }));
  const change = <T>(accountId: string, write: (store: Store) => T): Promise<T> =>
    inTurn(accountId, async () => {
      const { store } = target(accountId);
      const result = await store.whenFree(() => write(store));
      await applyRules(accountId);
      return result;
    });
  return {
    async report(accountId: string): Promise<GatewayReport> {
      const state = await on.get(accountId)?.gateway.state();
      return {
        rules: listRules(target(accountId).store),
        state: state ?? null,
        problem: problems.get(accountId)?.message ?? null,
        others: allOn().filter((one) => one.accountId !== accountId),
        elsewhere: elsewhere(accountId),
      };
    },
    /**
     * Serves the saved rules. Failures: `busy` if another process does, those of the keychain, `passwords-locked`. A
     * taken port is reported.
     *
     * @param whenNone served while no rule is on
     */
    turnOn: (accountId: string, whenNone?: RuleWithToken): Promise<void> =>
      inTurn(accountId, async () => {
        hold(accountId);
        try {
          await open(accountId, async () => {
            const saved = await rulesWithTokens(accountId);
            return whenNone === undefined || saved.some(({ rule }) => rule.isOn) ? saved : [...saved, whenNone];
          });
        } catch (error) {
          if (!on.has(accountId)) await close(accountId);
          throw error;
        }
      }),
    /** Serves an unsaved rule for the command line. */
    serve: (accountId: string, rule: RuleWithToken): Promise<void> =>
      inTurn(accountId, () => open(accountId, () => Promise.resolve([rule]))),
    /** Waits for a crash without restart. @returns the reason */
    failed: (accountId: string): Promise<FailureError> =>
      new Promise((resolve) => {
        waiting.set(accountId, resolve);
      }),
    /** @param patienceMs for open requests */
    turnOff: (accountId: string, patienceMs = 0): Promise<void> =>
      inTurn(accountId, () => close(accountId, patienceMs)),
    /** Finds another process that serves the saved rules; null: none. */
    elsewhere,
    /** Ends that process, if it is on this machine, after its open requests. */
    stopElsewhere(accountId: string): void {
      const holder = elsewhere(accountId);
      if (typeof holder?.processId === 'number') process.kill(holder.processId, 'SIGTERM');
    },
    putRule: (accountId: string, rule: RuleChoices, id?: number): Promise<GatewayRule> =>
      change(accountId, (store) => putRule(store, rule, id)),
    /** Changes these fields of a rule; the others stay as they are saved by then. Failures: those of `putRule`. */
    changeRule: (accountId: string, id: number, changes: RuleChanges): Promise<GatewayRule> =>
      change(accountId, (store) => changeRule(store, id, changes)),
    removeRule: (accountId: string, id: number): Promise<void> =>
      change(accountId, (store) => {
        removeRule(store, id);
      }),
    /** Of the first rule that is on, or would be. */
    port: (accountId: string): number =>
      (listRules(target(accountId).store).find(({ isOn }) => isOn) ?? defaultRule).port,
    /** Finds an unused port above those of the rules. */
    async freePort(accountId: string): Promise<number> {
      const ports = listRules(target(accountId).store).map(({ port }) => port);
      const { findFreePort } = await import('./listener.ts');
      const from = Math.max(defaultRule.port - 1, ...ports) + 1;
      return (await findFreePort(from)) ?? defaultRule.port;
    },
    /** The token of a rule. Failure `not-found`; failures of the keychain. */
    async token(accountId: string, ruleId: number): Promise<string> {
      const { store, unlock } = target(accountId);
      if (!listRules(store).some(({ id }) => id === ruleId)) {
        throw fail('not-found', 'This rule of the gateway no longer exists. Select another one.');
      }
      await unlock();
      return store.whenFree(() => tokenOf(store, ruleId));
    },
    async renewToken(accountId: string, ruleId: number): Promise<void> {
      await target(accountId).unlock();
      await change(accountId, (store) => renewToken(store, ruleId));
    },
    /** Failure `not-found`: it is off. */
    of(accountId: string): RunningGateway {
      const entry = on.get(accountId);
      if (entry) return entry.gateway;
      throw fail('not-found', 'The gateway is off. Turn it on first.');
    },
    isOn: (accountId: string): boolean => on.has(accountId),
    running: allOn,
    closeAll: async (): Promise<void> => {
      isClosing = true;
      // Also those being turned on.
      await Promise.all([...queues.keys()].map((accountId) => inTurn(accountId, () => close(accountId))));
    },
  };
}

const notRestarted = (reason: string): FailureError =>
  fail(
    'internal',
    `The gateway ended unexpectedly and could not be started again.${reason} Your data is not affected. Turn it on again.`,
  );

const servedElsewhere = (holder: GatewayHolder | null): FailureError => {
  // It may have ended.
  const who = holder === null ? 'Another process' : describeHolder(holder);
  return fail('busy', `${who} serves this account. Stop it first, or try again. Nothing was changed.`);
};

const gone = (): FailureError =>
  fail(
    'not-found',
    'The cached data of this account was removed or replaced, so its gateway has ended. Add the account again, or turn the gateway on again.',
  );
