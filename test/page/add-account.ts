import type { Page } from '@playwright/test';
import type { DemoService } from '../support/demo-service.ts';
import { actAsUser } from './act-as-user.ts';

/**
 * Adds an account of a service; gives its ID. Its keys stay in memory, where no keyring is needed, unless `keysInMemory` says
 * otherwise.
 */
export async function addAccount(
  page: Page,
  { baseUrl, publicKey, privateKey }: DemoService,
  keysInMemory = true,
): Promise<string> {
  await actAsUser(page);
  const answer = await page.evaluate((account) => window.bridge.request('accounts:add', account), {
    ...{ name: 'Northwind', baseUrl, publicKey, privateKey, keysInMemory },
  });
  const { ok, value } = JSON.parse(answer) as { ok: boolean; value: { id: string } };
  if (!ok) throw new Error(`The account was not added: ${answer}`);
  return value.id;
}
