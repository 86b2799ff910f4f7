import { processorSeconds, processorSecondsOfEnded } from './start-program.ts';
import { run } from './run-program.ts';
import { median, type TableRow } from './table.ts';

const mebibyte = 2 ** 20;
const count = 50;
const bytes = 20 * mebibyte;
const rounds = 10;

/** A way to the target: the port that the client uses as its proxy, and the process behind it. */
export interface Way {
  readonly port: number;
  readonly pid: number;
}

export interface Ways {
  /** The upstream itself. */
  readonly direct: Way;
  readonly gateway: Way;
  /** The same with many lines. */
  readonly lines: Way;
  /** The floor: `gateway-relay.ts`. */
  readonly relay: Way;
  /** The floor with one buffer in both directions, by an option that Node does not document. */
  readonly wrapped: Way;
  readonly proxyChain: Way;
}
const wayNames = ['direct', 'relay', 'wrapped', 'gateway', 'lines', 'proxyChain'] as const;

/** What one way did in one round. */
interface Round {
  readonly rate: number;
  /** Seconds of the processor per GiB. */
  readonly cost: {
    readonly way: number;
    readonly upstream: number;
    readonly target: number;
    readonly client: number;
  };
}

/**
 * Fifty transfers at once by curl through each way, one way after the other in each round. Ratios are those of one round, so
 * that other work on the machine changes both of their sides.
 *
 * @param direction.bodyFile what is sent; undefined: downloads
 */
export async function measureThroughput(
  target: { readonly port: number; readonly pid: number },
  ways: Ways,
  bodyFile?: string,
): Promise<TableRow[]> {
  const seen: Record<keyof Ways, Round[]> = {
    direct: [],
    relay: [],
    wrapped: [],
    gateway: [],
    lines: [],
    proxyChain: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of wayNames) seen[name].push(await transfer(target, ways, name, bodyFile));
  }
  const ratio = (one: keyof Ways, other: keyof Ways): number =>
    median(seen[one].map(({ rate }, at) => rate / (seen[other][at]?.rate ?? NaN)));
  const rate = (name: keyof Ways): string => `${median(seen[name].map((round) => round.rate)).toFixed(0)} MiB/s`;
  const cost = (name: keyof Ways, part: keyof Round['cost']): string =>
    `${median(seen[name].map((round) => round.cost[part])).toFixed(2)} s`;
  const what = bodyFile === undefined ? 'downloads' : 'uploads';
  const row = (other: keyof Ways, name: string, goal?: number): TableRow => ({
    what: `${String(count)} parallel ${what}: gateway / ${name}`,
    figure: `${ratio('gateway', other).toFixed(2)} (${rate('gateway')} / ${rate(other)})`,
    goal: goal === undefined ? '' : `≥ ${goal.toFixed(2)}`,
    isReached: goal === undefined ? null : ratio('gateway', other) >= goal,
  });
  const withLines = ratio('lines', 'gateway');
  return [
    {
      what: `${String(count)} parallel ${what}: gateway with many lines / without`,
      figure: withLines.toFixed(2),
      goal: '≥ 0.95',
      isReached: withLines >= 0.95,
    },
    row('direct', 'directly to the upstream', 0.8),
    row('relay', 'a bare relay, the floor'),
    row('proxyChain', 'proxy-chain with a fixed upstream', 1),
    {
      what: `${String(count)} parallel ${what}: the floor / directly; with one buffer by an undocumented option`,
      figure: `${ratio('relay', 'direct').toFixed(2)}; ${ratio('wrapped', 'direct').toFixed(2)}`,
      goal: '',
      isReached: null,
    },
    {
      what: 'Processor time per GiB: gateway; bare relay; proxy-chain',
      figure: (['gateway', 'relay', 'proxyChain'] as const).map((name) => cost(name, 'way')).join('; '),
      goal: '',
      isReached: null,
    },
    {
      what: 'Processor time per GiB of the others through the gateway: upstream; target; curl',
      figure: (['upstream', 'target', 'client'] as const).map((part) => cost('gateway', part)).join('; '),
      goal: '',
      isReached: null,
    },
  ];
}

async function transfer(
  target: { readonly port: number; readonly pid: number },
  ways: Ways,
  name: keyof Ways,
  bodyFile: string | undefined,
): Promise<Round> {
  const host = `http://127.0.0.1:${String(target.port)}`;
  const each =
    bodyFile === undefined
      ? ['-o', '/dev/null', `${host}/bytes/${String(bytes)}`]
      : ['-o', '/dev/null', '-T', bodyFile, `${host}/`];
  const used = (): Round['cost'] => ({
    way: processorSeconds(ways[name].pid),
    upstream: processorSeconds(ways.direct.pid),
    target: processorSeconds(target.pid),
    client: processorSecondsOfEnded(),
  });
  const before = used();
  const startedAtMs = performance.now();
  await run('curl', [
    ...['-sS', '--no-progress-meter', '--fail', '-Z', '--parallel-immediate'],
    ...['--parallel-max', String(count), '--noproxy', '', '--proxytunnel', '-H', 'Expect:'],
    ...['-x', `http://127.0.0.1:${String(ways[name].port)}`],
    ...Array.from({ length: count }, () => each).flat(),
  ]);
  const seconds = (performance.now() - startedAtMs) / 1000;
  const after = used();
  const gibibytes = (count * bytes) / 2 ** 30;
  const spent = (part: keyof Round['cost']): number => (after[part] - before[part]) / gibibytes;
  return {
    rate: (count * bytes) / mebibyte / seconds,
    cost: {
      way: spent('way'),
      upstream: spent('upstream'),
      target: spent('target'),
      client: spent('client'),
    },
  };
}

/** The size of the file that uploads send. */
export const uploadBytes = bytes;
