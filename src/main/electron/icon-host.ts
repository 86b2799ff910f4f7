import { connect } from 'node:net';
import { join } from 'node:path';

/** Then there is no host. */
const patienceMs = 2_000;
const watcher = 'org.kde.StatusNotifierWatcher';

/** Asks the session bus whether a Linux panel shows icons (StatusNotifierItem), which Electron cannot tell. */
export function hasIconHost(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const path = busSocket(environment);
  if (path === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(end(false), patienceMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
    socket.once('error', end(false));
    let received = Buffer.alloc(0);
    let isLoggedIn = false;
    let replyCount = 0;
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isLoggedIn) {
        const lineEnd = received.indexOf('\r\n');
        if (lineEnd === -1) return;
        if (!received.subarray(0, lineEnd).toString('latin1').startsWith('OK ')) end(false)();
        received = received.subarray(lineEnd + 2);
        isLoggedIn = true;
        socket.write('BEGIN\r\n');
        socket.write(
          writeCall(1, 'org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'Hello', []),
        );
        const question = [watcher, 'IsStatusNotifierHostRegistered'];
        const properties = 'org.freedesktop.DBus.Properties';
        socket.write(writeCall(2, watcher, '/StatusNotifierWatcher', properties, 'Get', question));
      }
      for (;;) {
        const message = readMessage(received);
        if (!message) return;
        received = received.subarray(message.length);
        if (message.isReply) replyCount += 1;
        // The first is that of Hello.
        if (replyCount === 2) end(message.isTrue)();
      }
    });
    socket.once('connect', () => {
      const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
      socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    });
  });
}

/** The session bus for `net.connect`; undefined: none. */
function busSocket(environment: NodeJS.ProcessEnv): string | undefined {
  const runtimeDir = environment['XDG_RUNTIME_DIR'];
  const address =
    environment['DBUS_SESSION_BUS_ADDRESS'] ?? (runtimeDir === undefined ? '' : `unix:path=${join(runtimeDir, 'bus')}`);
  for (const one of address.split(';')) {
    const [, kind, value] = /^unix:(?:.*,)?(path|abstract)=([^,]+)/.exec(one) ?? [];
    if (value === undefined) continue;
    const name = decodeURIComponent(value);
    return kind === 'abstract' ? `\0${name}` : name;
  }
  return undefined;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const align = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);
const text = (value: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)]);

/** D-Bus specification, "Message Format". */
function writeCall(
  serial: number,
  destination: string,
  path: string,
  interfaceName: string,
  member: string,
  args: readonly string[],
): Buffer {
  const empty = Buffer.alloc(0);
  const body = args.reduce<Buffer>((bytes, arg) => Buffer.concat([align(bytes, 4), text(arg)]), empty);
  const fields = [
    [1, 'o', text(path)],
    [2, 'i', text(interfaceName)],
    [3, 'i', text(member)],
    [6, 'i', text(destination)],
    ...(args.length === 0
      ? []
      : ([[8, 'g', Buffer.from(`${String.fromCharCode(args.length)}${'s'.repeat(args.length)}\0`)]] as const)),
  ] as const;
  const header = fields.reduce<Buffer>((bytes, [code, kind, value]) => {
    const type = kind === 'i' ? 's' : kind;
    return Buffer.concat([align(bytes, 8), Buffer.from([code, 1, type.charCodeAt(0), 0]), value]);
  }, empty);
  // Little-endian, a call that starts no service, version 1.
  const start = Buffer.from([0x6c, 1, 2, 1]);
  return Buffer.concat([
    align(Buffer.concat([start, uint32(body.length), uint32(serial), uint32(header.length), header]), 8),
    body,
  ]);
}

/** Undefined: more bytes must arrive. */
function readMessage(bytes: Buffer): { length: number; isReply: boolean; isTrue: boolean } | undefined {
  if (bytes.length < 16) return undefined;
  const isLittle = bytes[0] === 0x6c;
  const read = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const headerLength = 16 + Math.ceil(read(12) / 8) * 8;
  const length = headerLength + read(4);
  if (bytes.length < length) return undefined;
  const kind = bytes[1];
  // A boolean variant ends with 32 bits; kind 2 is a return, 3 an error.
  const isTrue = kind === 2 && read(4) >= 8 && read(length - 4) === 1;
  return { length, isReply: kind === 2 || kind === 3, isTrue };
}
