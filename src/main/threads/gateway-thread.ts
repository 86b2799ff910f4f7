import { fail } from '../../shared/failure.ts';
import type { ListRequest, ServedList } from '../../shared/gateway/served-list.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { gatewayMethods, type GatewayMethod, type GatewayStart, type RunningGateway } from '../gateway/gateways.ts';
import type { RequestBatch } from '../gateway/request-queue.ts';
import type { Store } from '../store/index.ts';
import { errorOfStack, stackOf, type Call, type Functions, type Remote, startThread } from './rpc.ts';

type GatewayCalls = { readonly 'keys:unlock': Call<string, boolean> } & {
  readonly [M in GatewayMethod]: Call<Parameters<Gateway[M]>, Awaited<ReturnType<Gateway[M]>>>;
};

const ofMethods = (make: (method: GatewayMethod) => unknown): unknown =>
  Object.fromEntries(gatewayMethods.map((method) => [method, make(method)]));

/** What the main thread does when the gateway reports. */
export interface GatewayEvents {
  readonly 'gateway:requests': Call<RequestBatch, undefined>;
  readonly 'gateway:list': Call<ListRequest, ServedList | null>;
  readonly 'gateway:changed': Call<number, undefined>;
  readonly 'gateway:observed': Call<undefined, undefined>;
  readonly 'gateway:problem': Call<string, undefined>;
  readonly 'gateway:records': Call<undefined, undefined>;
  readonly 'gateway:gone': Call<undefined, undefined>;
}

/** Joins bursts. */
const eventMs = 500;

export function gatewayOf(cache: () => Store, main: Remote<GatewayEvents>): Functions<GatewayCalls> {
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
      writeRequests: (batch) => main.call('gateway:requests', batch),
      readList: (request) => main.call('gateway:list', request),
      onObserved() {
        void main.call('gateway:observed', undefined).catch(() => undefined);
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
    ...(ofMethods((method) => async (args: readonly never[]) => {
      // The caller's type has given them.
      const running: Readonly<Record<GatewayMethod, (...args: readonly never[]) => unknown>> = await gateway();
      return running[method](...args);
    }) as Functions<Pick<GatewayCalls, GatewayMethod>>), // All are there.
  };
}

/** Traffic and window do not wait for each other. */
export const createGatewayStart =
  (file: URL): GatewayStart =>
  async ({
    databaseFile,
    privateKey,
    onChange,
    onObserved,
    writeRequests,
    readList,
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
        'gateway:requests': async (batch) => {
          await writeRequests(batch);
          return undefined;
        },
        'gateway:list': readList,
        'gateway:observed': () => {
          onObserved();
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
    try {
      if (!(await worker.call('keys:unlock', privateKey))) {
        throw fail('passwords-locked', 'The keys were replaced meanwhile. Turn the gateway on again.');
      }
    } catch (error) {
      isClosing = true;
      await worker.close();
      throw error;
    }
    // Arguments pass unchanged.
    const remote = ofMethods(
      (method) =>
        (...args: GatewayCalls[GatewayMethod]['args']) =>
          worker.call(method, args),
    ) as RunningGateway;
    return {
      ...remote,
      async close() {
        isClosing = true;
        await remote.close().catch(() => undefined);
        await worker.close();
      },
    };
  };
