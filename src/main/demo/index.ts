/** The proxy service in miniature, for the demo account and for tests. */
export { startDemoService, type DemoOptions, type DemoService } from './server.ts';
export type { DemoAccount } from './data/account.ts';
export { hardPassword } from './data/proxy-user.ts';
export type { DemoRequest } from './requests.ts';
export type { RowTable } from './data/row-table.ts';
