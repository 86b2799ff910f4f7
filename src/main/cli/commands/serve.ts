import { once } from 'node:events';
import { fail, FailureError } from '../../../shared/failure.ts';
import { defaultRule, gatewayHosts, type Rotation } from '../../../shared/gateway/gateway.ts';
import { makeToken } from '../../gateway/rules.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { optionsOf } from '../options.ts';
import { refuseWords } from '../output.ts';

const variable = 'PROXYDECK_GATEWAY_TOKEN';
const ruleName = 'proxydeck';

/** `serve`: the gateway for one filter, until it is interrupted. */
export const serveCommand = defineCommand({
  usage: 'serve [OPTION...]',
  summary: `Serve proxies on one local address for HTTP and SOCKS5, until Ctrl+C. --rotate: request, connection, sticky:10m or fixed. The token is printed, or taken from ${variable}; other users of this machine can read one that is given with --token.`,
  example: 'serve --where country:US --rotate sticky:10m',
  options: {
    ...optionsOf('port', 'where', 'protocol', 'rotate', 'token', 'no-token', 'allow-private'),
    user: 'text',
  },
  async run({ app, session, output, streams, signal }, words, options) {
    refuseWords(words);
    const needsToken = !options['no-token'];
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
      ...defaultRule,
      id: 0,
      name: ruleName,
      port: readPort(options.port),
      where: options.where ?? '',
      proxyUserId: options.user ?? null,
      protocol: readProtocol(options.protocol),
      rotation: readRotation(options.rotate ?? 'request'),
      needsToken,
      allowsPrivate: options['allow-private'],
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
      throw fail(
        'nothing-to-do',
        'No proxy can be used. Check the filter, the proxy user, and the last tests.',
      );
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
    output.message(
      `${String(inRotation)} of ${String(proxyCount)} proxies are in rotation. Press Ctrl+C to stop.`,
    );
    const failed = app.gateways.failed(opened.account.id);
    const problem = signal.aborted ? null : await Promise.race([once(signal, 'abort'), failed]);
    if (problem instanceof FailureError) throw problem;
    await app.gateways.turnOff(opened.account.id);
    return exitCodes.done;
  },
});

function readPort(port = defaultRule.port): number {
  if (port >= 1 && port <= 65_535) return port;
  throw fail('invalid-input', '--port takes a number from 1 to 65535.');
}

function readProtocol(text = 'http'): 'http' | 'socks5' {
  if (text === 'http' || text === 'socks5') return text;
  throw fail('invalid-input', '--protocol takes http or socks5.');
}

function readRotation(text: string): Rotation {
  if (text === 'request' || text === 'connection' || text === 'fixed') return { kind: text };
  const [, number, unit] = /^sticky:(\d{1,4})([mh])$/.exec(text) ?? [];
  const minutes = Number(number) * (unit === 'h' ? 60 : 1);
  if (minutes >= 1 && minutes <= 7 * 24 * 60) return { kind: 'sticky', minutes };
  throw fail(
    'invalid-input',
    '--rotate takes request, connection, fixed, or sticky with a time, such as sticky:10m or sticky:1h.',
  );
}
