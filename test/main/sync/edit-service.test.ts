import { expect, test } from 'vitest';
import type { DemoService, Fault, FaultHook } from '../../support/demo-service.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { editService } from '../../../src/main/sync/edit-service.ts';
import { asFailure, type Failure } from '../../../src/shared/failure.ts';
import type { ServiceChanges } from '../../../src/shared/records/service.ts';

const paymentMethodId = 'pm_from_a_test';

interface Desk {
  readonly demo: DemoService;
  /** Changes the payment method, or what is given; the failure of that, or null. */
  readonly edit: (signal?: AbortSignal, changes?: ServiceChanges) => Promise<Failure | null>;
  readonly cachedPaymentMethod: () => unknown;
  /** Methods of the requests for the service since the sync, such as `PATCH` and `GET`. */
  readonly methods: () => string[];
}

/** A service that carries out a change, then lets `answer` respond to it. */
async function open(answer: (request: Parameters<FaultHook>[0]) => Fault | undefined): Promise<Desk> {
  let id = '';
  const { demo, client, store } = await syncDemo({
    proxyCount: 20,
    faults(request) {
      if (request.method !== 'PATCH') return undefined;
      demo.account.services.update(id, { payment_method_id: paymentMethodId });
      return answer(request);
    },
  });
  id = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
  const synced = demo.requests.length;
  return {
    demo,
    edit: (signal, changes = { payment_method_id: paymentMethodId }) =>
      editService({ client, store }, id, changes, { signal }).then(() => null, asFailure),
    cachedPaymentMethod: () => store.services.record(id, { secrets: false })?.['payment_method_id'],
    methods: () => demo.requests.slice(synced).map(({ method }) => method),
  };
}

const refused = (status: number): Fault => ({ status, body: '{"message":"Sorry."}' });

const unclear: readonly (readonly [string, Fault])[] = [
  ...[408, 500, 503, 599].map((status) => [`status ${String(status)}`, refused(status)] as const),
  // A form that was carried out is often answered with the way to its result.
  ['status 302', { status: 302, headers: { Location: '/done' } }],
  ['a broken connection', 'reset'],
  ['a page of HTML', 'html'],
  ['no body', { status: 204 }],
  ['a body that is cut off', { status: 200, body: '{"edited":[' }],
];

test.each(unclear)(
  'a change that was carried out and is answered with %s is sent once, reported as unknown, and read again',
  async (_, answer) => {
    const { edit, methods, cachedPaymentMethod } = await open(() => answer);
    const failure = await edit();
    expect(failure).toMatchObject({ code: 'outcome-unknown' });
    expect(failure?.message).toContain('the service shows the change');
    expect(methods()).toEqual(['PATCH', 'GET']);
    expect(cachedPaymentMethod()).toBe(paymentMethodId);
  },
);

test('a change that is refused fails with the reason', async () => {
  const { edit, methods } = await open(() => refused(409));
  expect(await edit()).toMatchObject({ code: 'rejected', status: 409 });
  expect(methods()).toEqual(['PATCH']);
});

test('a change that was not carried out, and is not confirmed, is reported as that', async () => {
  const { demo, edit } = await open(() => {
    demo.account.services.update(id, { payment_method_id: null });
    return 'reset';
  });
  const id = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
  expect((await edit())?.message).toContain('the service does not show the change');
});

test('metadata whose keys the service lists in its own order shows the change', async () => {
  const { demo, edit } = await open(() => {
    demo.account.services.update(id, { service_metadata: { site: 'Berlin', team: 'checkout' } });
    return 'reset';
  });
  const id = String(demo.account.services.slice(0, 1)[0]?.['service_id']);
  const failure = await edit(undefined, { service_metadata: { team: 'checkout', site: 'Berlin' } });
  expect(failure?.message).toContain('the service shows the change');
});

test('a change that is interrupted after it was sent is unknown, and read again', async () => {
  const interrupt = new AbortController();
  const { edit, methods, cachedPaymentMethod } = await open(() => {
    interrupt.abort();
    return 'hang';
  });
  const failure = await edit(interrupt.signal);
  expect(failure).toMatchObject({ code: 'outcome-unknown' });
  expect(failure?.message).toContain('the service shows the change');
  expect(methods()).toEqual(['PATCH', 'GET']);
  expect(cachedPaymentMethod()).toBe(paymentMethodId);
});

test('a change that is interrupted before it was sent is canceled', async () => {
  const { edit, methods } = await open(() => undefined);
  expect(await edit(AbortSignal.abort())).toMatchObject({ code: 'canceled' });
  expect(methods()).toEqual([]);
});
