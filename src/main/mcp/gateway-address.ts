import { connect } from 'node:net';
import { z } from 'zod';
import { found } from '../../shared/failure.ts';
import { accessOf, gatewayClients } from '../../shared/gateway/gateway-clients.ts';
import { gatewayHosts, type GatewayRule } from '../../shared/gateway/gateway.ts';
import type { Store } from '../store/index.ts';
import { cleanText } from './clean.ts';
import { defineTool, type ToolContext } from './tool.ts';

const shownClients = ['http', 'socks5', 'curl', 'playwright', 'requests'] as const;

/** Another process runs the gateway. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: gatewayHosts[0], port });
    const end = (isOpen: boolean) => (): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(1_000, end(false));
  });
}

async function describeRule({ app, session }: ToolContext, rule: GatewayRule): Promise<object> {
  const { account, store } = session;
  const isUsable = rule.isShared || !rule.needsToken;
  const token = rule.isShared && rule.needsToken ? await app.gateways.token(account.id, rule.id) : undefined;
  const access = accessOf(rule, token);
  const isOn = await isListening(rule.port);
  return {
    rule: rule.name,
    address: access.address,
    username: rule.needsToken ? access.username : null,
    token: isUsable ? access.token : null,
    is_shared: rule.isShared,
    // This text and the lines are the user's.
    where: cleanText(store.saved.whereOf(rule)),
    rotation: rule.rotation,
    is_on: rule.isOn,
    is_listening: isOn,
    examples: isUsable
      ? Object.fromEntries(shownClients.map((name) => [name, gatewayClients[name].write(access)]))
      : {},
    advice: adviceOf(rule, isUsable, isOn),
    proxy_count: await countUsed(store, rule),
    // Last: there may be many.
    lines: rule.lines === '' ? null : rule.lines.split('\n').map((line) => cleanText(line)),
  };
}

async function countUsed(store: Store, rule: GatewayRule): Promise<number> {
  const { proxiesOfRule } = await import('../gateway/cached-proxies.ts');
  let count = 0;
  for (const { isSkipped } of proxiesOfRule(store, rule)) if (!isSkipped) count += 1;
  return count;
}

function adviceOf(rule: GatewayRule, isUsable: boolean, isOn: boolean): string | null {
  if (!isUsable) {
    return `The user did not share this rule with agents. Ask them to open Gateway in Proxydeck, edit "${rule.name}" and choose "Share with agents".`;
  }
  if (!rule.isOn) return `The rule is off. Ask the user to switch it on under Gateway in Proxydeck.`;
  return isOn ? null : 'The gateway is off. Ask the user to turn it on under Gateway in Proxydeck.';
}

const noRules =
  'There are no rules. Create one with put_gateway_rule if that is offered, or ask the user to add one under Gateway in Proxydeck.';

export const gatewayAddress = defineTool({
  title: 'Address of a gateway rule',
  description:
    'The local address of a rule of the gateway, which sends requests through proxies of the account, and how curl, Playwright and requests use it. Programs use it without knowing a password of a proxy. lines say which targets go where: the first that matches decides, and what none matches is refused; null: everything goes through the proxies of the rule. Without rule, the rules that there are. The token is given only for rules that the user shared with agents.',
  input: z.strictObject({
    rule: z.string().max(64).optional().describe('The name of a rule.'),
  }),
  isOurs: true,
  async run(context, { rule: name }) {
    const { store } = context.session;
    const { findRule, listRules } = await import('../gateway/rules.ts');
    if (name !== undefined) return describeRule(context, found(findRule(store, name), 'rule'));
    const rules = listRules(store);
    return {
      ...(rules.length === 0 && { advice: noRules }),
      rules: rules.map(({ name, port, isOn, isShared }) => ({
        rule: name,
        address: `${gatewayHosts[0]}:${String(port)}`,
        is_on: isOn,
        is_shared: isShared,
      })),
    };
  },
});
