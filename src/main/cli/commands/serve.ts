import { countOf } from '../../../shared/count-of.ts';
import { once } from 'node:events';
import { fail, FailureError } from '../../../shared/failure.ts';
import {
  defaultRule,
  gatewayHosts,
  ruleRows,
  type GatewayRule,
  type RuleState,
} from '../../../shared/gateway/gateway.ts';
import { linesOf, rulesOfLines, thisRule } from '../../../shared/gateway/rule-lines.ts';
import { makeToken } from '../../token.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { App } from '../../app.ts';
import { defineCommand, exitCodes, type CommandContext, type ExitCode } from '../command.ts';
import { optionsOf, optionsOfRows, readRows } from '../options.ts';
import { refuseWords, type Output } from '../output.ts';
import { createServingLog } from '../serving-log.ts';

const variable = 'PROXYDECK_GATEWAY_TOKEN';
const ruleName = 'proxydeck';
/** For open requests at the stop. */
const patienceMs = 10_000;

/** Its token may be made for this run. */
interface OwnRule {
  readonly rule: GatewayRule;
  readonly token: string;
  readonly isMade: boolean;
}

const ownOptions = {
  ...optionsOf('where', 'token'),
  ...optionsOfRows(ruleRows),
  user: 'text',
} as const;

export const serveCommand = defineCommand({
  usage: 'serve [OPTION...]',
  summary: `Without options: sync, run repeated tests, write presets that follow syncs, and serve all rules of the gateway that are on, until Ctrl+C or SIGTERM; without such a rule, one local address for all proxies. With options: only serve proxies on one local address for HTTP and SOCKS5. The token is printed, or taken from ${variable}; other users of this machine can read one that is given with --token. Parts of a user name choose among the proxies: proxydeck-country-de-city-berlin-session-a1.`,
  example: 'serve --where country:US --rotate sticky:10m',
  options: ownOptions,
  async run(context, words, options) {
    refuseWords(words);
    const choices = readRows(ruleRows, options, defaultRule);
    const { needsToken } = choices;
    if (!needsToken && options.token !== undefined) {
      throw fail('invalid-input', 'Use either --token or --no-token.');
    }
    const given = options.token ?? context.streams.env[variable];
    const token = given ?? makeToken();
    if (needsToken && token.length < 8) {
      throw fail('invalid-input', 'The token needs at least 8 characters.');
    }
    readQuery(options.where ?? '', 'proxies');
    if (rulesOfLines(linesOf(choices.lines)).length > 0) {
      throw fail(
        'invalid-input',
        `Lines of --lines can go to "${thisRule}", direct or block. Save a rule in the window to name others.`,
      );
    }
    const rule = {
      ...choices,
      id: 0,
      name: ruleName,
      where: options.where ?? '',
      proxyUserId: options.user ?? null,
    };
    const own = { rule, token, isMade: needsToken && given === undefined };
    const values: { readonly [name: string]: unknown } = options;
    const hasOptions = Object.keys(ownOptions).some((name) => (ownValue(values, name) ?? false) !== false);
    return hasOptions ? serveOne(context, own) : serveAll(context, own);
  },
});

async function serveOne(context: CommandContext, own: OwnRule): Promise<ExitCode> {
  const { app, session, output } = context;
  const { id: accountId } = session().account;
  await app.gateways.serve(accountId, own);
  const [served] = (await app.gateways.report(accountId)).state?.rules ?? [];
  requirePort(own.rule, served);
  const { inRotation = 0 } = served ?? {};
  if (inRotation === 0) {
    throw fail('nothing-to-do', 'No proxy can be used. Check the filter, the proxy user, and the last tests.');
  }
  announceOwn(output, own, served);
  return untilStopped(context, accountId);
}

/** As the window in the background. */
async function serveAll(context: CommandContext, own: OwnRule): Promise<ExitCode> {
  const { app, session, output, follow } = context;
  const { id: accountId } = session().account;
  follow(
    createServingLog(accountId, (line) => {
      output.message(`${new Date().toISOString().replace(/\.\d+/, '')} ${line}`);
    }),
  );
  await app.gateways.turnOn(accountId, own);
  const { rules, state } = await app.gateways.report(accountId);
  const stateOf = ({ id }: GatewayRule): RuleState | undefined => state?.rules.find(({ ruleId }) => ruleId === id);
  const on = rules.filter(({ isOn }) => isOn);
  if (on.length === 0) {
    requirePort(own.rule, stateOf(own.rule));
    announceOwn(output, own, stateOf(own.rule));
  } else {
    announceRules(output, on, stateOf);
    if (on.every((rule) => stateOf(rule)?.problem)) {
      throw fail('busy', 'No rule of the gateway can be served.');
    }
    output.message('Press Ctrl+C to stop.');
  }
  app.startSchedules(accountId);
  return untilStopped(context, accountId);
}

/** Failures `busy` if the port is taken, `not-found` for other problems. */
function requirePort(rule: GatewayRule, state: RuleState | undefined): void {
  const problem = state?.problem;
  if (!problem) return;
  if (problem.kind === 'failed') throw fail('not-found', problem.message);
  const advice = problem.freePort === null ? '' : ` Use --port ${String(problem.freePort)}.`;
  throw fail('busy', `Port ${String(rule.port)} is in use.${advice}`);
}

function announceOwn(output: Output, { rule, token, isMade }: OwnRule, state: RuleState | undefined): void {
  const { port, name, needsToken } = rule;
  const { inRotation = 0, proxyCount = 0 } = state ?? {};
  // Chosen tokens are not printed.
  const login = isMade ? `${name}:${token}@` : '';
  for (const host of gatewayHosts) {
    const address = `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
    output.line(`http://${login}${address}`);
    output.line(`socks5h://${login}${address}`);
  }
  output.json({
    hosts: gatewayHosts,
    port,
    username: needsToken ? name : null,
    token: isMade ? token : null,
    inRotation,
    proxyCount,
  });
  if (needsToken && !isMade) output.message(`User name: ${name}. Password: your token.`);
  output.message(
    `${String(inRotation)} of ${countOf(proxyCount, 'proxy', 'proxies')} in rotation. Press Ctrl+C to stop.`,
  );
}

function announceRules(
  output: Output,
  rules: readonly GatewayRule[],
  stateOf: (rule: GatewayRule) => RuleState | undefined,
): void {
  const served = rules.map((rule) => {
    const { inRotation = 0, proxyCount = 0, problem = null } = stateOf(rule) ?? {};
    const taken = `Port ${String(rule.port)} is in use.`;
    const words = problem === null ? null : problem.kind === 'failed' ? problem.message : taken;
    return { rule: rule.name, port: rule.port, inRotation, proxyCount, problem: words };
  });
  for (const { rule, port, inRotation, proxyCount, problem } of served) {
    const state = problem ?? `${String(inRotation)} of ${countOf(proxyCount, 'proxy', 'proxies')} in rotation.`;
    output.line(`${rule}  ${gatewayHosts[0]}:${String(port)}  ${state}`);
  }
  output.json({ hosts: gatewayHosts, rules: served });
}

/** Waits for a signal, then for open requests. Failure: the gateway ended. */
async function untilStopped({ app, output, signal }: CommandContext, accountId: string): Promise<ExitCode> {
  const failed = app.gateways.failed(accountId);
  const problem = signal.aborted ? null : await Promise.race([once(signal, 'abort'), failed]);
  if (problem instanceof FailureError) throw problem;
  const openCount = countOpen(app, accountId);
  if (openCount > 0) {
    const requests = openCount === 1 ? '1 open connection' : `${String(openCount)} open connections`;
    output.message(`Waiting up to 10 seconds for ${requests}. Press Ctrl+C again to end at once.`);
  }
  await app.gateways.turnOff(accountId, patienceMs);
  return exitCodes.done;
}

const countOpen = ({ gateways }: App, accountId: string): number =>
  gateways.running().find((one) => one.accountId === accountId)?.openCount ?? 0;
