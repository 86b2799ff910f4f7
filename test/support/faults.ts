/**
 * Faults of proxies and targets, with the side and the reason that a test and the gateway report. `docs/evidence/faults.md` shows them, and
 * `test/main/dial/faults.test.ts` makes each of them happen.
 */
import type { Socket } from 'node:net';
import type { ProbeReason } from '../../src/shared/test-runs/local-test.ts';
import type { CertificateName } from './make-certificates.ts';

/** CONNECT to an https URL, a plain request for an http URL, and SOCKS5 to the URL that the fault needs. */
export const transports = ['connect', 'plain', 'socks5'] as const;
export type Transport = (typeof transports)[number];

interface Expected {
  /** Null: it works. */
  readonly reason: ProbeReason | null;
  /** The gateway passes it on: its tunnel is open, or the response is the client's. */
  readonly isPassedOn?: true;
}
const seen = (reason: ProbeReason): Expected => ({ reason });
const passed = (reason: ProbeReason | null): Expected => ({ reason, isPassedOn: true });

export interface Fault {
  readonly name: string;
  readonly expected: { readonly [T in Transport]?: Expected };
  readonly behavior: Behavior | 'nobody-listens' | 'unknown-name' | CertificateName;
}
/** What a proxy or a target does with each connection. */
export type Behavior = (socket: Socket) => void;
type Row = readonly [name: string, expected: Fault['expected'], behavior: Fault['behavior']];
const toFault = ([name, expected, behavior]: Row): Fault => ({ name, expected, behavior });

const all = (reason: ProbeReason): Fault['expected'] => ({
  connect: seen(reason),
  plain: seen(reason),
  socks5: seen(reason),
});
const onData =
  (react: (socket: Socket, data: Buffer) => void) =>
  (socket: Socket): void => {
    socket.once('data', (data: Buffer) => {
      react(socket, data);
    });
  };
const answer = (text: string): Behavior =>
  onData((socket) => {
    socket.end(text, 'latin1');
  });
const status = (line: string, ...headers: readonly string[]): Behavior =>
  answer([`HTTP/1.1 ${line}`, 'Content-Length: 0', ...headers, '', ''].join('\r\n'));
/** Writes something again and again until the other side has gone. */
const repeat = (socket: Socket, everyMs: number, next: () => string): void => {
  const timer = setInterval(() => socket.write(next(), 'latin1'), everyMs);
  socket.on('close', () => {
    clearInterval(timer);
  });
};
const flood = (head: string, part: string): Behavior =>
  onData((socket) => {
    socket.write(head);
    const pump = (): void => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', pump);
    pump();
  });
const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Welcome</html>';
/** SOCKS5 without login, up to a reply. */
const socksReply = (code: number): Behavior =>
  onData((socket) => {
    socket.write(Buffer.of(5, 0));
    socket.once('data', () => {
      socket.write(Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0));
    });
  });
/** A proxy that opens every tunnel, and then does something. */
const opened = (then: (socket: Socket) => void): Behavior =>
  onData((socket, data) => {
    if (data[0] !== 5) {
      socket.write(established);
      socket.once('data', () => {
        then(socket);
      });
      return;
    }
    socket.write(Buffer.of(5, 0));
    socket.once('data', () => {
      socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      socket.once('data', () => {
        then(socket);
      });
    });
  });

const rowsOfProxies: readonly Row[] = [
  ['has a name that does not exist', all('unknown-name'), 'unknown-name'],
  ['does not listen', all('refused'), 'nobody-listens'],
  ['accepts and stays silent', all('no-answer'), () => undefined],
  ['ends after the request', all('closed'), onData((socket) => void socket.end())],
  ['resets after the request', all('closed'), onData((socket) => void socket.resetAndDestroy())],
  ['ends at once', all('closed'), (socket) => void socket.end()],
  ['resets at once', all('closed'), (socket) => void socket.resetAndDestroy()],
  ['is an SSH server', all('not-a-proxy'), (socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n')],
  ['is a mail server', all('not-a-proxy'), (socket) => void socket.write('220 mail ESMTP\r\n')],
  ['is a TLS server', all('not-a-proxy'), answer('\x15\x03\x01\x00\x02\x02\x46')],
  ['sends random bytes', all('not-a-proxy'), answer('\x01\x02\x03\x04\x05\x06\x07\x08')],
  [
    'is a proxy of the other protocol',
    all('not-a-proxy'),
    onData((socket, data) => {
      if (data[0] === 5) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      else socket.end(Buffer.of(5, 0xff));
    }),
  ],
  [
    'answers byte by byte, too slowly',
    all('no-answer'),
    onData((socket, data) => {
      const text = data[0] === 5 ? '\x05\x00\x05\x00' : page;
      let at = -1;
      repeat(socket, 200, () => text[(at += 1)] ?? '');
    }),
  ],
  [
    'answers too late',
    all('no-answer'),
    onData((socket) => {
      setTimeout(() => socket.end(established), 5_000).unref();
    }),
  ],
  [
    'refuses the credentials (407)',
    { connect: seen('wrong-credentials'), plain: seen('wrong-credentials') },
    status('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="x"'),
  ],
  [
    'refuses the credentials (401), without its name',
    { connect: seen('wrong-credentials'), plain: passed('blocked') },
    status('401 Unauthorized'),
  ],
  [
    'refuses the credentials (401), with its name',
    { connect: seen('wrong-credentials'), plain: seen('wrong-credentials') },
    status('401 Unauthorized', 'Server: tinyproxy/1.11'),
  ],
  [
    'refuses the login',
    { socks5: seen('wrong-credentials') },
    onData((socket) => {
      socket.write(Buffer.of(5, 2));
      socket.once('data', () => void socket.end(Buffer.of(1, 1)));
    }),
  ],
  [
    'accepts no login that there is',
    { socks5: seen('wrong-credentials') },
    onData((socket) => void socket.end(Buffer.of(5, 0xff))),
  ],
  [
    'refuses this machine (403), without its name',
    { connect: seen('not-allowed'), plain: passed('blocked') },
    status('403 Forbidden'),
  ],
  [
    'refuses this machine (403), with its name',
    { connect: seen('not-allowed'), plain: seen('not-allowed') },
    status('403 Forbidden', 'X-Squid-Error: ERR_ACCESS_DENIED 0'),
  ],
  ['asks for money (402)', { connect: seen('not-allowed') }, status('402 Payment Required')],
  ['limits its clients (429)', { connect: seen('not-allowed') }, status('429 Too Many Requests')],
  ...(['302 Found', '400 Bad Request', '404 Not Found', '405 Method Not Allowed', '501 No'] as const).map(
    (line): Row => [
      `is a web server that answers ${line.slice(0, 3)}`,
      { connect: seen('not-a-proxy'), plain: passed('wrong-status') },
      status(line),
    ],
  ),
  ['is a web server that answers 200 with its own page', { plain: passed('not-a-proxy') }, answer(page)],
  // To the gateway it may be a server that speaks first.
  ['sends a page with its answer to CONNECT', { connect: passed('not-a-proxy') }, answer(page)],
  [
    'sends a page 40 ms after its answer to CONNECT',
    { connect: passed('not-a-proxy') },
    onData((socket) => {
      socket.write(established);
      setTimeout(() => socket.write(page), 40);
    }),
  ],
  [
    'floods with 100',
    { connect: seen('not-a-proxy'), plain: seen('not-a-proxy') },
    onData((socket) => {
      repeat(socket, 5, () => 'HTTP/1.1 100 Continue\r\n\r\n');
    }),
  ],
  ['ends within its headers', { connect: seen('closed'), plain: seen('closed') }, answer('HTTP/1.1 200 OK\r\nCont')],
  [
    'switches protocols (101)',
    { connect: seen('not-a-proxy'), plain: seen('not-a-proxy') },
    status('101 Switching Protocols', 'Upgrade: x', 'Connection: upgrade'),
  ],
  [
    'sends two lengths',
    // An answer to CONNECT has no body, so its lengths mean nothing: it opens every tunnel, which then ends.
    { connect: passed('closed'), plain: seen('not-http') },
    answer('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'),
  ],
  [
    'sends endless headers',
    { connect: seen('not-a-proxy'), plain: seen('not-a-proxy') },
    flood('HTTP/1.1 200 OK\r\n', `${'x'.repeat(1000)}: y\r\n`),
  ],
  [
    'ends the tunnel that it has opened',
    { connect: passed('closed'), socks5: passed('closed') },
    opened((socket) => void socket.end()),
  ],
  [
    'resets the tunnel that it has opened',
    { connect: passed('closed'), socks5: passed('closed') },
    opened((socket) => void socket.resetAndDestroy()),
  ],
  ['gives code 2, not allowed', { socks5: seen('not-allowed') }, socksReply(2)],
  ['gives code 7, command not supported', { socks5: seen('unsupported') }, socksReply(7)],
  ['gives code 8, address not supported', { socks5: seen('unsupported') }, socksReply(8)],
  ...[1, 3, 4, 5, 6].map((code): Row => [
    `gives code ${String(code)}, cannot reach the target`,
    { socks5: seen('unreachable') },
    socksReply(code),
  ]),
  ...(['500 Error', '502 Bad Gateway', '504 Gateway Timeout'] as const).map((line): Row => [
    `cannot reach the target (${line.slice(0, 3)}), without its name`,
    { connect: seen('unreachable'), plain: passed('wrong-status') },
    status(line),
  ]),
];

/** What a proxy does. */
export const proxyFaults: readonly Fault[] = rowsOfProxies.map(toFault);

const rowsOfTargets: readonly Row[] = [
  [
    'does not listen',
    { connect: seen('unreachable'), plain: passed('wrong-status'), socks5: seen('unreachable') },
    'nobody-listens',
  ],
  ...(['expired', 'self-signed', 'other-host', 'unknown-issuer'] as const).map((name): Row => [
    `has a certificate that is ${name.replace('other-host', 'for another host').replace('unknown-issuer', 'of an unknown issuer')}`,
    { connect: passed('certificate'), socks5: passed('certificate') },
    name,
  ]),
  [
    'stays silent',
    { connect: passed('target-silent'), plain: seen('target-silent'), socks5: passed('target-silent') },
    () => undefined,
  ],
  [
    'ends after the request',
    { connect: passed('reset'), plain: seen('reset'), socks5: passed('reset') },
    onData((socket) => void socket.end()),
  ],
  [
    'resets after the request',
    { connect: passed('reset'), plain: seen('reset'), socks5: passed('reset') },
    onData((socket) => void socket.resetAndDestroy()),
  ],
  [
    'ends within its headers',
    { connect: passed('reset'), plain: seen('reset'), socks5: passed('reset') },
    answer('HTTP/1.1 200 OK\r\nCont'),
  ],
  [
    'speaks something else',
    { connect: passed('not-http'), plain: seen('not-http'), socks5: passed('not-http') },
    onData((socket) => void socket.end('220 mail ESMTP\r\n')),
  ],
  [
    'floods with 100',
    { connect: passed('not-http'), socks5: passed('not-http') },
    onData((socket) => {
      repeat(socket, 5, () => 'HTTP/1.1 100 Continue\r\n\r\n');
    }),
  ],
  [
    'switches protocols (101)',
    { connect: passed('not-http'), plain: seen('not-http'), socks5: passed('not-http') },
    status('101 Switching Protocols', 'Upgrade: x', 'Connection: upgrade'),
  ],
  [
    'sends two lengths',
    { connect: passed('not-http'), plain: seen('not-http'), socks5: passed('not-http') },
    answer('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'),
  ],
  ...(
    [
      ['403 Forbidden', 'blocked'],
      ['429 Too Many Requests', 'too-many-requests'],
      ['500 Error', 'wrong-status'],
      ['302 Found', 'wrong-status'],
    ] as const
  ).map(([line, reason]): Row => [
    `answers ${line.slice(0, 3)}`,
    { connect: passed(reason), plain: passed(reason), socks5: passed(reason) },
    status(line),
  ]),
  [
    'answers 407, as a proxy would',
    { connect: passed('blocked'), plain: seen('blocked'), socks5: passed('blocked') },
    status('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="x"'),
  ],
  [
    'answers 401 in the name of a proxy',
    { connect: passed('blocked'), plain: passed('blocked'), socks5: passed('blocked') },
    status('401 Unauthorized', 'Server: tinyproxy/1.11'),
  ],
  [
    'answers 403 in the name of a proxy',
    { connect: passed('blocked'), plain: passed('blocked'), socks5: passed('blocked') },
    status('403 Forbidden', 'X-Squid-Error: ERR_ACCESS_DENIED 0'),
  ],
  ...(
    [
      ['fewer bytes than it promised', 'Content-Length: 100\r\n\r\n<html>'],
      [
        'fewer bytes than it promised, and said that it would end',
        'Connection: close\r\nContent-Length: 100\r\n\r\n<html>',
      ],
      ['chunks without the last one', 'Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n'],
      ['a part of a chunk', 'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n<html>'],
    ] as const
  ).map(([name, text]): Row => [
    `sends ${name}`,
    { connect: passed('reset'), plain: passed('reset'), socks5: passed('reset') },
    answer(`HTTP/1.1 200 OK\r\n${text}`),
  ]),
  [
    'sends more than the limit',
    { connect: passed(null), plain: passed(null), socks5: passed(null) },
    flood(`HTTP/1.1 200 OK\r\nContent-Length: ${String(2 ** 30)}\r\n\r\n`, 'x'.repeat(64 * 1024)),
  ],
];

/** What a target does behind a proxy that works and passes everything on. */
export const targetFaults: readonly Fault[] = rowsOfTargets.map(toFault);
