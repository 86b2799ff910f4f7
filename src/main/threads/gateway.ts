import type { GatewayState } from '../../shared/gateway/gateway.ts';
import { fail } from '../../shared/failure.ts';
import type { RuleWithToken } from '../gateway/client-login.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GatewayStart, RunningGateway } from '../gateway/gateways.ts';
import type { Store } from '../store/index.ts';
import {
  errorOfStack,
  stackOf,
  type Call,
  type Functions,
  type Remote,
  startThread,
} from './rpc.ts';

interface GatewayCalls {
  readonly 'keys:unlock': Call<string, boolean>;
  readonly apply: Call<readonly RuleWithToken[], undefined>;
  readonly refresh: Call<undefined, undefined>;
  readonly state: Call<undefined, GatewayState>;
  readonly end: Call<number | undefined, undefined>;
  readonly useAgain: Call<
    { readonly ruleId: number; readonly proxyId?: string | undefined },
    undefined
  >;
  /** Ends connections and writes the remaining data. */
  readonly stop: Call<undefined, undefined>;
}

/** What a gateway's worker calls in the main thread. */
export interface GatewayEvents {
  readonly 'gateway:changed': Call<number, undefined>;
  readonly 'gateway:problem': Call<string, undefined>;
  readonly 'gateway:records': Call<undefined, undefined>;
  readonly 'gateway:gone': Call<undefined, undefined>;
}

/** Bursts of changes are one event. */
const eventMs = 500;

/** The functions of the thread `gateway`. */
export function gatewayOf(
  cache: () => Store,
  main: Remote<GatewayEvents>,
): Functions<GatewayCalls> {
  let opened: Promise<Gateway> | undefined;
  let isPending = false;
  const open = async (): Promise<Gateway> => {
    const { openAccountGateway } = await import('../gateway/account-gateway.ts');
    const gateway = openAccountGateway(cache(), {
      onChange() {
        if (isPending) return;
        isPending = true;
        setTimeout(() => {
          isPending = false;
          void main.call('gateway:changed', gateway.openCount()).catch(() => undefined);
        }, eventMs).unref();
      },
      onError(error) {
        void main.call('gateway:problem', stackOf(error)).catch(() => undefined);
      },
      onRecords() {
        void main.call('gateway:records', undefined).catch(() => undefined);
      },
      onGone() {
        void main.call('gateway:gone', undefined).catch(() => undefined);
      },
    });
    return gateway;
  };
  const gateway = (): Promise<Gateway> => (opened ??= open());
  return {
    'keys:unlock': (privateKey) => cache().unlock(privateKey),
    async apply(rules) {
      await (await gateway()).apply(rules);
      return undefined;
    },
    async refresh() {
      await (await gateway()).refresh();
      return undefined;
    },
    state: async () => (await gateway()).state(),
    async end(id) {
      (await gateway()).end(id);
      return undefined;
    },
    async useAgain({ ruleId, proxyId }) {
      (await gateway()).useAgain(ruleId, proxyId);
      return undefined;
    },
    async stop() {
      await (await opened)?.close();
      return undefined;
    },
  };
}

/** Starts gateways in workers of their own, so that their traffic and the window do not wait for each other. */
export const createGatewayStart =
  (file: URL): GatewayStart =>
  async ({
    databaseFile,
    privateKey,
    onChange,
    onError,
    onRecords,
    onGone,
    onDied,
  }): Promise<RunningGateway> => {
    const worker = startThread<GatewayCalls, GatewayEvents>(
      file,
      { thread: 'gateway', databaseFile },
      {
        'gateway:changed': (openCount) => {
          onChange(openCount);
          return undefined;
        },
        'gateway:problem': (stack) => {
          onError(errorOfStack(stack));
          return undefined;
        },
        'gateway:records': () => {
          onRecords();
          return undefined;
        },
        'gateway:gone': () => {
          onGone();
          return undefined;
        },
      },
    );
    let isClosing = false;
    void worker.exited.then(() => {
      if (!isClosing) onDied();
    });
    const close = async (): Promise<void> => {
      isClosing = true;
      await worker.call('stop', undefined).catch(() => undefined);
      await worker.close();
    };
    try {
      if (!(await worker.call('keys:unlock', privateKey))) {
        throw fail(
          'passwords-locked',
          'The keys were replaced meanwhile. Turn the gateway on again.',
        );
      }
    } catch (error) {
      await close();
      throw error;
    }
    return {
      apply: (rules) => worker.call('apply', rules),
      refresh: () => worker.call('refresh', undefined),
      state: () => worker.call('state', undefined),
      end: (id) => worker.call('end', id),
      useAgain: (ruleId, proxyId) => worker.call('useAgain', { ruleId, proxyId }),
      close,
    };
  };
