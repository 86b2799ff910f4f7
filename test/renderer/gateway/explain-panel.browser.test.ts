import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import ExplainPanel from '../../../src/renderer/gateway/ExplainPanel.svelte';
import { defaultRule, type GatewayReport } from '../../../src/shared/gateway/gateway.ts';
import type { TargetExplained } from '../../../src/shared/gateway/target-explained.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

const explained: TargetExplained = {
  rule: 'rotate',
  host: 'shop.example.com',
  port: 443,
  line: null,
  text: null,
  refusal: null,
  isDirect: false,
  rules: [],
};

test('a URL is explained once it is typed, and again after a change of a rule, not after each report', async () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  let lines = '';
  let explainCount = 0;
  answerRequests((name) => {
    const rules = [{ ...defaultRule, id: 1, lines }];
    if (name === 'gateway:report')
      return { rules, state: null, problem: null, others: [], elsewhere: null } satisfies GatewayReport;
    if (name !== 'gateway:explain') return undefined;
    explainCount += 1;
    return { ...explained, refusal: `Explained ${String(explainCount)}` };
  });
  await account.gateway.reload();
  const [shown] = account.gateway.rules;
  await show(InAccount, { account, shown: ExplainPanel, props: { rule: shown?.rule } });
  const status = page.getByRole('status');
  // At once: between two slow keys a part of it would be explained.
  await page.getByLabelText('URL to explain').fill('shop.example.com');
  await expect.element(status).toMatchTextContent('Explained 1');
  await account.gateway.reload();
  lines = '* -> block';
  await account.gateway.reload();
  await expect.element(status).toMatchTextContent('Explained 2');
});
