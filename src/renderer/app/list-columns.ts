import type { ListColumns } from '../account/lists.ts';
import { changeColumns } from '../changes/change-columns.ts';
import { figureColumns } from '../gateway/figure-columns.ts';
import { requestColumns } from '../gateway/request-columns.ts';
import { proxyColumns } from '../proxies/proxy-columns.ts';
import { serviceColumns } from '../services/service-columns.ts';
import { resultColumns, testedColumns } from '../test-runs/tested-columns.ts';
import { ledgerColumns } from '../usage/ledger.ts';
import { userColumns } from '../users/user-columns.ts';

export const listColumns: ListColumns = {
  proxies: proxyColumns,
  services: serviceColumns,
  proxy_users: userColumns,
  residential_ledger: ledgerColumns,
  changes: changeColumns,
  tested: testedColumns,
  results: resultColumns,
  requests: requestColumns,
  hosts: figureColumns,
};
