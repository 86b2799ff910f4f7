import { once } from 'node:events';
import { fail, FailureError } from '../../../shared/failure.ts';
import { defaultRule, gatewayHosts, ruleRows } from '../../../shared/gateway/gateway.ts';
import { makeToken } from '../../gateway/rules.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf, optionsOfRows, readRows } from '../options.ts';
import { refuseWords } from '../output.ts';

const variable = 'PROXYDECK_GATEWAY_TOKEN';
const ruleName = 'proxydeck';

/** `serve`: the gateway for one filter, until it is interrupted. */
export const serveCommand = defineCommand({
  usage: 'serve [OPTION...]',
  summary: `Serve proxies on one local address for HTTP and SOCKS5, until Ctrl+C. The token is printed, or taken from ${variable}; other users of this machine can read one that is given with --token.`,
  example: 'serve --where country:US --rotate sticky:10m',
  options: {
    ...optionsOf('where', 'token'),
    ...optionsOfRows(ruleRows),
    user: 'text',
  },
  async run({ app, session, output, streams, signal }, words, options) {
    refuseWords(words);
    const choices = readRows(ruleRows, options, defaultRule);
    const { needsToken } = choices;
    if (!needsToken && options.token !== undefined) {
      throw fail('invalid-input', 'Use either --token or --no-token.');
    }
    const token = options.token ?? streams.env[variable] ?? makeToken();
    if (needsToken && token.length < 8) {
      throw fail('invalid-input', 'The token needs at least 8 characters.');
    }
    readQuery(options.where ?? '', 'proxies');
    const opened = session();
    const rule = {
      ...choices,
      id: 0,
      name: ruleName,
      where: options.where ?? '',
      proxyUserId: options.user ?? null,
    };
    await app.gateways.serve(opened.account.id, { rule, token });
    const { state } = await app.gateways.report(opened.account.id);
    const [served] = state?.rules ?? [];
    if (served?.problem?.kind === 'port-taken') {
      const { freePort } = served.problem;
      const advice = freePort === null ? '' : ` Use --port ${String(freePort)}.`;
      throw fail('busy', `Port ${String(rule.port)} is in use.${advice}`);
    }
    if (served?.problem) throw fail('not-found', served.problem.message);
    const { inRotation = 0, proxyCount = 0 } = served ?? {};
    if (inRotation === 0) {
      throw fail('nothing-to-do', 'No proxy can be used. Check the filter, the proxy user, and the last tests.');
    }
    const isMade = needsToken && options.token === undefined && streams.env[variable] === undefined;
    // A token that the user chose is not repeated on the terminal.
    const login = isMade ? `${rule.name}:${token}@` : '';
    for (const host of gatewayHosts) {
      const address = `${host.includes(':') ? `[${host}]` : host}:${String(rule.port)}`;
      output.line(`http://${login}${address}`);
      output.line(`socks5h://${login}${address}`);
    }
    output.json({
      hosts: gatewayHosts,
      port: rule.port,
      username: needsToken ? rule.name : null,
      token: isMade ? token : null,
      inRotation,
      proxyCount,
    });
    if (needsToken && !isMade) output.message(`User name: ${rule.name}. Password: your token.`);
    output.message(`${String(inRotation)} of ${String(proxyCount)} proxies are in rotation. Press Ctrl+C to stop.`);
    const failed = app.gateways.failed(opened.account.id);
    const problem = signal.aborted ? null : await Promise.race([once(signal, 'abort'), failed]);
    if (problem instanceof FailureError) throw problem;
    await app.gateways.turnOff(opened.account.id);
    return exitCodes.done;
  },
});
