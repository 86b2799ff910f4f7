import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serviceEnv } from '../../support/env.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { makePage, startScriptedService } from '../../support/scripted-service.ts';
import { runCommandLine, type CommandLineResult } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let run: (...argv: string[]) => Promise<CommandLineResult>;
const json = async (...argv: string[]): Promise<unknown> => (await run('--json', ...argv)).json();

beforeEach(async () => {
  const demo = await startDemoService({ proxyCount: 60 });
  onTestFinished(() => demo.close());
  const { dataDir } = await makeSyncedFolder(demo);
  const env = serviceEnv(demo);
  run = (...argv) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
});

test('overview prints what the account comes to, and the same as JSON', async () => {
  const overview = (await json('overview')) as { readonly problems: readonly unknown[] };
  expect(overview).toMatchObject({ proxyCount: 60, tested: 0, failing: 0, exports: [], testRuns: [] });
  const { stdout } = await run('overview');
  expect(stdout).toContain('Failing: no proxy was tested yet\n');
  // The demo has a service that is overdue: the first problem, as in the window.
  expect(overview.problems[0]).toMatchObject({ kind: 'overdue' });
  expect(stdout).toMatch(/^! Overdue: Datacenter Singapore 10\.$/m);
  expect(stdout).toMatch(/^Cost per month: \d+\.\d\d for \d+ services/m);
  expect(stdout.match(/^! /gm) ?? []).toHaveLength(overview.problems.length);
});

test('a price and a name that a service should not have neither break a sum nor reach the terminal', async () => {
  const name = 'a\u001b[31m\u0007\u009b2J\u202ez';
  const services = [1e308, 1e308, 30].map((price, at) => ({
    ...{ service_id: `svc-${String(at)}`, service_name: name, service_status: 'active' },
    ...{ service_total: price, service_cycle: '1:month' },
  }));
  const { baseUrl } = await startScriptedService((request) =>
    makePage(request.resource === 'service' ? services : [], request),
  );
  const env = serviceEnv({ baseUrl, publicKey: 'public', privateKey: 'private' });
  const dataDir = makeTemporaryFolder();
  const runHere = (...argv: string[]) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  await runHere('sync');
  const printed = await runHere('costs', '--csv');
  expect(printed.stdout.trimEnd().split('\n')).toHaveLength(4);
  expect(printed.stdout).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\p{Bidi_Control}]/u);
  expect((await runHere('costs')).stdout).toContain('30.00 per month for 3 services, 2 of unknown cost');
  expect((await runHere('--json', 'overview')).json()).toMatchObject({ costs: { perMonth: 30 } });
});

test('one service is not called "1 services"', async () => {
  const service = { service_id: 'svc-1', service_status: 'active', service_total: 30, service_cycle: '1:month' };
  const { baseUrl } = await startScriptedService((request) =>
    makePage(request.resource === 'service' ? [service] : [], request),
  );
  const env = serviceEnv({ baseUrl, publicKey: 'public', privateKey: 'private' });
  const dataDir = makeTemporaryFolder();
  const runHere = (...argv: string[]) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  await runHere('sync');
  for (const command of ['costs', 'overview']) {
    const { stdout } = await runHere(command);
    expect(stdout).toContain('1 service');
    expect(stdout).not.toContain('1 services');
  }
});

test('costs prints one row per service, or per value, as a table, CSV or JSON', async () => {
  const costs = (await json('costs')) as {
    readonly serviceCount: number;
    readonly byType: readonly { readonly value: string; readonly perMonth: number }[];
  };
  const services = (await run('costs', '--csv')).stdout.trimEnd().split('\n');
  expect(services).toHaveLength(costs.serviceCount + 1);
  expect(services[0]).toBe(
    'service_id,service_name,service_type,country_id,service_total,service_cycle,per_month,per_proxy',
  );
  const types = (await run('costs', '--by', 'type', '--csv')).stdout.trimEnd().split('\n');
  expect(types.slice(1).map((line) => line.split(',')[0])).toEqual(costs.byType.map(({ value }) => value));
  expect((await run('costs', '--by', 'ending')).stdout).toContain('service_expiry_datetime');
  const wrong = await run('costs', '--by', 'moon');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--by takes services')]);
});
