import { found } from '../../../shared/failure.ts';
import { accessOf, gatewayClients } from '../../../shared/gateway/gateway-clients.ts';
import type { GatewayRule } from '../../../shared/gateway/gateway.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about the local gateway and its log. Tokens leave the main process only to be shown, and are copied here. */
export function gatewayHandlers(parts: HandlerParts): HandlersOf<'gateway' | 'requests'> {
  const { gateways, desktop, registry, session } = parts;
  const copySecret = (text: string): Promise<void> =>
    desktop.copySecret(new Blob([text]), registry.settings().clipboardClearSeconds);
  const findRule = async (accountId: string, ruleId: number): Promise<GatewayRule> => {
    const { rules } = await gateways.report(accountId);
    return found(
      rules.find(({ id }) => id === ruleId),
      'rule',
    );
  };
  return {
    'gateway:report': ({ accountId }) => gateways.report(accountId),
    'gateway:switch': async ({ accountId, isOn }) => {
      if (isOn) await gateways.turnOn(accountId);
      else if (gateways.isOn(accountId)) await gateways.turnOff(accountId);
      else gateways.stopElsewhere(accountId);
      return null;
    },
    'gateway:put-rule': ({ accountId, ...put }) =>
      put.id === undefined ? gateways.putRule(accountId, put.rule) : gateways.changeRule(accountId, put.id, put.rule),
    'gateway:remove-rule': async ({ accountId, id }) => {
      await gateways.removeRule(accountId, id);
      return null;
    },
    'requests:clear': async ({ accountId }) => {
      await session(accountId).workers.call('requests:clear', null);
      return null;
    },
    'gateway:free-port': ({ accountId }) => gateways.freePort(accountId),
    'gateway:end': async ({ accountId, ...which }) => {
      await gateways.of(accountId).end(which);
      return null;
    },
    'gateway:use-again': async ({ accountId, ruleId, proxyId }) => {
      await gateways.of(accountId).useAgain(ruleId, proxyId);
      return null;
    },
    'gateway:token': ({ accountId, ruleId }) => gateways.token(accountId, ruleId),
    'gateway:renew-token': async ({ accountId, ruleId }) => {
      await gateways.renewToken(accountId, ruleId);
      return null;
    },
    'gateway:copy': async ({ accountId, ruleId, client }) => {
      const rule = await findRule(accountId, ruleId);
      const token = await gateways.token(accountId, ruleId);
      await copySecret(gatewayClients[client].write(accessOf(rule, token)));
      return null;
    },
  };
}
