import { type ExportChoices, type RowDetails, type Skipped, detailFields } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import { readRules } from '../../shared/gateway/gateway-schema.ts';
import { gatewayHosts } from '../../shared/gateway/gateway.ts';
import { checkRows } from '../../shared/rows.ts';
import type { Store } from '../store/index.ts';
import type { BareAddress, ProxyAddress, ProxyUserCredentials } from '../store/types.ts';
import type { ExportFormat, ExportRow } from './format.ts';
import { chooseFormat } from './formats/index.ts';
import { SkippedCounts, createRowLabels, createRowLimits, createRowNames } from './row-policy.ts';

interface ExportUsers {
  /** Several share the proxies; none: default users. */
  readonly ids: readonly string[];
  /** `password` is null if none is saved. */
  credentialsFor(address: Partial<ProxyAddress>): ProxyUserCredentials;
  /** Counts the last proxy as written. */
  note(): void;
}

/** Distinct, main user first; none: default users. */
export const listUsers = ({ proxyUserId, options }: ExportChoices): string[] =>
  proxyUserId === null ? [] : [...new Set([proxyUserId, ...(options?.otherUserIds ?? [])])];

const usesDefaultCredentials = ({ proxyUserId, options }: ExportChoices): boolean =>
  proxyUserId === null || options?.credentials === 'default';

const open: ProxyUserCredentials = { username: '', password: '' };

/**
 * Reads credentials; the store must be unlocked if the format has any.
 *
 * @throws FailureError `not-found` for an unknown or deleted user, `invalid-input` for credentials that are missing or
 *   cannot be omitted, `passwords-locked`
 */
function readUsers(store: Store, choices: ExportChoices, format: ExportFormat): ExportUsers {
  const ids = listUsers(choices);
  for (const id of ids) requireUser(store, id);
  const kind = choices.options?.credentials ?? 'user';
  if (!format.hasCredentials) {
    return toOne(ids, () => ({ username: choices.proxyUserId ?? '', password: '' }));
  }
  if (kind === 'none') {
    if (ids.length === 0) {
      throw fail(
        'invalid-input',
        'Only a proxy user with an authorized IP address works without credentials. Choose a proxy user, or export with credentials.',
      );
    }
    for (const id of ids) requireAddresses(store, id);
    if (format.canOmitCredentials !== true) {
      throw fail(
        'invalid-input',
        `${format.label} needs credentials. Choose lines, URLs, JSON or CSV to export without them.`,
      );
    }
    return toOne(ids, () => open);
  }
  if (choices.proxyUserId === null) {
    return toOne(ids, ({ defaultCredentials }) => defaultCredentials ?? { username: '', password: null });
  }
  if (kind === 'default') {
    requireDefault(store, ids);
    const username = choices.proxyUserId;
    return toOne(ids, ({ defaultCredentials }) =>
      // Access is checked for this user only.
      defaultCredentials?.username === username ? defaultCredentials : { username, password: null },
    );
  }
  const credentials = ids.map((id) => store.proxy_users.credentials(id) ?? { username: id, password: null });
  return ids.length === 1 ? toOne(ids, () => credentials[0] ?? open) : spreadOver(ids, credentials);
}

const toOne = (ids: readonly string[], credentialsFor: ExportUsers['credentialsFor']): ExportUsers => ({
  ids,
  credentialsFor,
  note: () => undefined,
});

/** Assigns a proxy to the user with access that has the fewest. */
function spreadOver(ids: readonly string[], credentials: readonly ProxyUserCredentials[]): ExportUsers {
  const without = credentials.find(({ password }) => password === null);
  if (without) {
    throw fail(
      'invalid-input',
      `The password of ${without.username} is not saved. Sync again, or export without this user.`,
    );
  }
  const counts = ids.map(() => 0);
  let last = 0;
  return {
    ids,
    credentialsFor({ userBits = 0 }) {
      let selected: number | undefined;
      for (const [place, count] of counts.entries()) {
        const mayUse = ((userBits >>> place) & 1) === 1;
        if (mayUse && (selected === undefined || count < (counts[selected] ?? 0))) selected = place;
      }
      last = selected ?? 0;
      return credentials[last] ?? open;
    },
    note() {
      counts[last] = (counts[last] ?? 0) + 1;
    },
  };
}

function requireUser(store: Store, proxyUserId: string): void {
  const user = store.proxy_users.get(proxyUserId);
  if (!user) {
    throw fail('not-found', `The proxy user "${proxyUserId}" is not cached. Check the name, or sync.`);
  }
  if (user.proxy_user_is_deleted === true) {
    throw fail('not-found', `The proxy user "${proxyUserId}" is deleted and has no access to proxies.`);
  }
}

function requireAddresses(store: Store, proxyUserId: string): void {
  if ((store.proxy_users.get(proxyUserId)?.ipAuthenticationCount ?? 0) > 0) return;
  throw fail(
    'invalid-input',
    `${proxyUserId} needs its credentials, because it has no authorized IP address. Export with credentials, or add an address at the service and sync.`,
  );
}

function requireDefault(store: Store, ids: readonly string[]): void {
  // An account has one default user.
  const other = ids.find((id) => store.proxy_users.get(id)?.proxy_user_is_default !== true) ?? ids[1];
  if (other === undefined) return;
  throw fail(
    'invalid-input',
    `${other} is not the default proxy user, and proxy records contain only the default user's credentials.`,
  );
}

const unknownDetails = Object.fromEntries(detailFields.map((field) => [field, null]));

interface GatewayEntry {
  readonly name: string;
  readonly address: ProxyAddress;
}

/**
 * The entry of a rule; undefined: the export is of proxies.
 *
 * @throws FailureError `not-found` without the rule or its token; `passwords-locked`
 */
function readGatewayEntry(
  store: Store,
  { gatewayRuleId, ip }: ExportChoices,
  format: ExportFormat,
): GatewayEntry | undefined {
  if (gatewayRuleId === undefined) return undefined;
  const rules = readRules(store.saved.list('gateway-rule'));
  const rule = rules.find(({ id }) => id === gatewayRuleId);
  if (!rule) {
    throw fail('not-found', 'This rule of the gateway no longer exists. Select another one.');
  }
  const { name, port } = rule;
  const token = format.hasCredentials ? store.gatewayTokens.get(gatewayRuleId) : '';
  if (token === undefined) {
    throw fail('not-found', `The rule ${name} has no token. Turn the gateway on once to make one.`);
  }
  const [ipv4, ipv6] = gatewayHosts;
  return {
    name,
    address: {
      proxy_id: '',
      host: ip === '6' ? ipv6 : ipv4,
      port,
      // Every field but the ID can be null; the entries do not say so.
      details: { ...unknownDetails, proxy_id: '' } as unknown as RowDetails,
      tags: [],
      defaultCredentials: { username: name, password: token },
    },
  };
}

export type PreparedExport = ReturnType<typeof prepareExport>;

/** No line break. Null is a pause after many skipped rows. */
export type LineOrPause = string | null;
const rowsPerPause = 2000;

const mask = '••••••';
const hourMs = 3_600_000;

/**
 * Prepares an export of proxies that its users may use (specification, "Access rules for has_access"), of all without a
 * user, or of a gateway rule. Credentials need an unlocked store.
 *
 * @param options.isMasked dots for the password
 * @throws FailureError `not-found` for user or rule, `invalid-input` for contradicting choices, `passwords-locked`
 */
export function prepareExport(store: Store, choices: ExportChoices, options: { readonly isMasked?: boolean } = {}) {
  const format = chooseFormat(choices);
  const { options: wanted = {} } = choices;
  const ip = choices.ip === 'any' && !format.hasIpv6 ? '4' : choices.ip;
  const protocol = format.protocol ?? choices.protocol;
  checkRows(choices.proxies);
  const gateway = readGatewayEntry(store, choices, format);
  const users = readUsers(store, choices, format);
  const accessibleTo = users.ids.length > 1 ? users.ids : (users.ids[0] ?? null);
  const skipped = new SkippedCounts(choices, format, protocol);
  const labelAt = createRowLabels(wanted, format);
  const proxiesPerFile = wanted.proxiesPerFile ?? Infinity;
  let written = 0;
  let isFinished = false;

  function readAddresses(): Iterable<BareAddress & Partial<ProxyAddress>> {
    if (gateway) return [gateway.address];
    const plain = {
      rows: choices.proxies,
      accessibleTo,
      protocol,
      ip,
      sort: choices.sort,
      shuffleSeed: wanted.shuffleSeed,
    };
    const further = {
      hasDetails: format.wantsDetails === true || wanted.perCountry !== undefined,
      hasTags: format.wantsTags === true,
      hasDefaultCredentials: format.hasCredentials && usesDefaultCredentials(choices),
      aliveSince:
        wanted.aliveWithinHours === undefined
          ? undefined
          : new Date(Date.now() - wanted.aliveWithinHours * hourMs).toISOString(),
    };
    const isPlain =
      !further.hasDetails &&
      !further.hasTags &&
      !further.hasDefaultCredentials &&
      further.aliveSince === undefined &&
      users.ids.length <= 1;
    return isPlain ? store.proxies.bareAddresses(plain) : store.proxies.addresses({ ...plain, ...further });
  }

  function* rows(): Generator<LineOrPause> {
    let sinceLine = 0;
    const nameRow = createRowNames();
    const limits = createRowLimits(wanted, () => store.proxies.repeatedHosts(ip));
    for (const address of readAddresses()) {
      const { host, port, details, tags } = address;
      sinceLine += 1;
      if (sinceLine % rowsPerPause === 0) yield null;
      if (address.isAlive === false) skipped.add('not-alive');
      else if (host === null) skipped.add('no-address');
      else if (port === null) skipped.add('no-port');
      else {
        const limit = limits.check(host, port, details);
        const { username, password } = users.credentialsFor(address);
        if (limit !== undefined) skipped.add(limit);
        else if (password === null) skipped.add('no-password');
        else {
          const label = labelAt(written);
          const row: ExportRow = {
            ...(details && {
              details,
              name: gateway?.name ?? nameRow(details, label),
            }),
            tags,
            label,
            host,
            port,
            protocol,
            username,
            password,
            index: (written % proxiesPerFile) + 1,
          };
          const refusal = format.refuse(row);
          if (refusal === undefined) {
            written += 1;
            limits.note(host, port, details);
            users.note();
            sinceLine = 0;
            yield options.isMasked === true && password !== '' ? encodeMasked(format, row) : format.encode(row);
          } else skipped.addRefused(refusal);
        }
      }
    }
    isFinished = true;
  }

  const encoded = rows();
  return {
    format,
    /** One document. Read this or `files`, once. */
    lines: linesOf(frameRows(encoded, format)),
    /** With pauses; read each file to its end first. */
    files: cutRows(encoded, proxiesPerFile).map((run) => frameRows(run, format)),
    writtenCount: () => written,
    /** Of the lines read so far. */
    count(): { readonly writtenCount: number; readonly skipped: Skipped[] } {
      if (isFinished && !gateway) {
        skipped.set('no-access', store.proxies.countInaccessible(choices.proxies, accessibleTo));
      }
      return { writtenCount: written, skipped: skipped.list() };
    },
  };
}

/** Masks the password, also if dots are percent-encoded. */
const encodeMasked = (format: ExportFormat, row: ExportRow): string =>
  format.encode({ ...row, password: mask }).replaceAll(encodeURIComponent(mask), mask);

/** The choices of each export: one per user if each gets a file. */
export function partUsers(choices: ExportChoices): readonly ExportChoices[] {
  if (choices.options?.sharing !== 'file-each' || choices.proxyUserId === null) return [choices];
  const options = { ...choices.options, otherUserIds: [] };
  return listUsers(choices).map((proxyUserId) => ({ ...choices, proxyUserId, options }));
}

export const makesSeveralFiles = (choices: ExportChoices): boolean =>
  choices.options?.proxiesPerFile !== undefined || partUsers(choices).length > 1;

/** @throws FailureError `invalid-input` for several files */
export function requireOneText(choices: ExportChoices): void {
  if (!makesSeveralFiles(choices)) return;
  throw fail('invalid-input', 'This export consists of several files. Save it instead.');
}

function* linesOf(lines: Iterable<LineOrPause>): Generator<string> {
  for (const line of lines) if (line !== null) yield line;
}

/** Adds head, separators and foot; buffers one row. */
function* frameRows(rows: Iterable<LineOrPause>, format: ExportFormat): Generator<LineOrPause> {
  const { head, separator, foot } = format.frame ?? { head: [], separator: '', foot: [] };
  yield* head;
  let last: string | undefined;
  for (const row of rows) {
    if (row === null) yield null;
    else {
      if (last !== undefined) yield last + separator;
      last = row;
    }
  }
  if (last !== undefined) yield last;
  yield* foot;
}

/** Splits rows into runs of `size`, at least one. Read each run before the next. */
function* cutRows(rows: Iterator<LineOrPause>, size: number): Generator<Iterable<LineOrPause>> {
  let next = rows.next();
  // Before the next file, which must not have only pauses.
  function* pause(): Generator<null> {
    for (; next.done !== true && next.value === null; next = rows.next()) yield null;
  }
  function* run(): Generator<LineOrPause> {
    yield* pause();
    for (let count = 0; count < size && next.done !== true; count += 1) {
      const row = next.value;
      next = rows.next();
      yield row;
      yield* pause();
    }
  }
  do {
    const current = run();
    yield current;
    // Skips unread rows.
    current.forEach(() => undefined);
  } while (next.done !== true);
}
