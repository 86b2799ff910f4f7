/** The proxy service in miniature: the demo account, the peer of the tests. */
export { startDemoService, type DemoOptions, type DemoService } from './server.ts';
export type { DemoAccount } from './account.ts';
export type { Fault, FaultHook } from './faults.ts';
export { hardPassword } from './proxy-user.ts';
export type { DemoRequest } from './requests.ts';
export type { RowTable } from './row-table.ts';
