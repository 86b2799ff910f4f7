import type { SyncList } from '../../shared/sync.ts';
import {
  actions,
  records,
  searches,
  type Operation,
  type RecordKind,
} from '../../shared/operations.ts';
import { listAccess } from './access-options.ts';
import type { DemoAccount } from './data/account.ts';
import { describeAvailability } from './data/availability.ts';
import { asns, cities, countries, subdivisions } from './data/reference.ts';
import type { RowTable } from './data/row-table.ts';
import { answerOne, answerRow, type Answer, answerPage } from './route.ts';
import { editService } from './service-edit.ts';
import { runProxyTest } from './test-run.ts';

/** The lists: what one row is called in messages, and the table. */
const lists: {
  readonly [L in SyncList]: readonly [name: string, of: (account: DemoAccount) => RowTable];
} = {
  services: ['Service', (account) => account.services],
  proxies: ['Proxy', (account) => account.proxies],
  proxy_users: ['Proxy user', (account) => account.proxyUsers],
  residential_ledger: ['Residential ledger', (account) => account.residentialLedger],
};

const recordAnswers: { readonly [K in RecordKind]: Answer } = {
  service: answerRow('Service', (account) => account.services),
  proxy({ account, id }) {
    const proxy = account.proxies.find(id);
    return answerOne('Proxy', proxy?.['proxy_status'] === 'in_use' ? proxy : undefined);
  },
  proxy_user: answerRow('Proxy user', (account) => account.proxyUsers),
  service_adjustment: answerRow('Service adjustment', (account) => account.adjustments),
  residential_ledger: answerRow('Residential ledger', (account) => account.residentialLedger),
  mobile_ledger: answerRow('Mobile ledger', (account) => account.mobileLedger),
  city: answerRow('City', () => cities),
  asn: answerRow('ASN', () => asns),
  country: answerRow('Country', () => countries),
  subdivision: answerRow('Subdivision', () => subdivisions),
  residential_summary: ({ account }) =>
    answerOne('Residential summary', account.summary('residential')),
  mobile_summary: ({ account }) => answerOne('Mobile summary', account.summary('mobile')),
  customer: ({ account }) => answerOne('Customer', account.customer()),
  catalog: ({ account }) => answerOne('Checkout catalog', account.catalog),
  availability: ({ query }) => ({
    data: describeAvailability(query['group_by']),
    message: 'Residential availability search successful.',
  }),
};

const actionAnswers: { readonly [A in keyof typeof actions]: Answer } = {
  edit_service: editService,
  list_proxy_options: ({ account, body }) => ({
    data: listAccess(account, body),
    message: 'Proxy list options successfully retrieved.',
  }),
  create_proxy_test_run: ({ account, body, seed, testRunCount, nowMs }) =>
    runProxyTest(account, body, { seed, runNumber: testRunCount, nowMs }),
};

/** An operation of the service, and how the demo answers it. */
export interface Route extends Operation {
  /** @throws Refusal an error response */
  readonly answer: Answer;
}

/** Every operation (specification, Endpoints). */
export const routes: readonly Route[] = [
  ...routesOf(searches, (list): Answer => {
    const [name, tableOf] = lists[list];
    return ({ account, query }) => answerPage(tableOf(account), query, name);
  }),
  ...routesOf(records, (kind) => recordAnswers[kind]),
  ...routesOf(actions, (action) => actionAnswers[action]),
];

function routesOf<K extends string>(
  operations: { readonly [Name in K]: Operation },
  answerOf: (name: K) => Answer,
): Route[] {
  // `Object.keys` of a table has its own keys and no others.
  return (Object.keys(operations) as K[]).map((name) => {
    const { method, path } = operations[name];
    return { method, path, answer: answerOf(name) };
  });
}
