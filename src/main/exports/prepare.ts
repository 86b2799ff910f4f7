import type { ExportChoices, Skipped } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import { checkRows } from '../../shared/rows.ts';
import type { Store } from '../store/index.ts';
import type { BareAddress, ProxyAddress } from '../store/types.ts';
import { listUsers, readUsers, usesDefaultCredentials } from './export-users.ts';
import type { ExportFormat, ExportRow } from './format.ts';
import { chooseFormat } from './formats/index.ts';
import { readGatewayEntry } from './gateway-entry.ts';
import { SkippedCounts } from './skipped.ts';
import { createRowLabels, createRowLimits, createRowNames } from './row-policy.ts';

export type { ExportChoices };

/** An export in progress: its lines, read from the store, and then its counts. */
export type PreparedExport = ReturnType<typeof prepareExport>;

const mask = '••••••';
const hourMs = 3_600_000;

/**
 * Prepares an export of the proxies that the user has access to (specification, "Access
 * rules for has_access"), with that user's own credentials, or distributed among several
 * users; without a user, all of them, with the credentials of their own records; or one entry for a rule of the gateway.
 * The store must be unlocked if the format has credentials.
 *
 * @param options.isMasked write dots instead of the password
 * @throws FailureError `not-found` for an unknown or deleted user or rule, `invalid-input`
 *   for choices that contradict each other, `passwords-locked`
 */
export function prepareExport(
  store: Store,
  choices: ExportChoices,
  options: { readonly isMasked?: boolean } = {},
) {
  const format = chooseFormat(choices);
  const { options: wanted = {}, ip } = choices;
  const protocol = format.protocol ?? choices.protocol;
  checkRows(choices.proxies);
  const gateway = readGatewayEntry(store, choices, format);
  const users = readUsers(store, choices, format);
  const accessibleTo = users.ids.length > 1 ? users.ids : (users.ids[0] ?? null);
  const skipped = new SkippedCounts(choices, protocol);
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
    return isPlain
      ? store.proxies.bareAddresses(plain)
      : store.proxies.addresses({ ...plain, ...further });
  }

  function* rows(): Generator<string> {
    const nameRow = createRowNames();
    const limits = createRowLimits(wanted, () => store.proxies.repeatedHosts(ip));
    for (const address of readAddresses()) {
      const { host, port, details, tags } = address;
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
            yield options.isMasked === true && password !== ''
              ? encodeMasked(format, row)
              : format.encode(row);
          } else skipped.addRefused(refusal);
        }
      }
    }
    isFinished = true;
  }

  const encoded = rows();
  return {
    format,
    /** Lines without line breaks, as one document. Read either this or `files`, once. */
    lines: frameRows(encoded, format),
    /** The same in files of `proxiesPerFile`; read each to its end before the next. */
    files: cutRows(encoded, proxiesPerFile).map((run) => frameRows(run, format)),
    /** The number of rows in the lines read so far. */
    writtenCount: () => written,
    /** The rows written and skipped in the lines read so far. */
    count(): { readonly writtenCount: number; readonly skipped: Skipped[] } {
      if (isFinished && !gateway) {
        skipped.set('no-access', store.proxies.countInaccessible(choices.proxies, accessibleTo));
      }
      return { writtenCount: written, skipped: skipped.list() };
    },
  };
}

/** The line with dots instead of the password, also if the format percent-encodes them. */
const encodeMasked = (format: ExportFormat, row: ExportRow): string =>
  format.encode({ ...row, password: mask }).replaceAll(encodeURIComponent(mask), mask);

/** The choices of each export: one per user if every user gets a file, else one. */
export function partUsers(choices: ExportChoices): readonly ExportChoices[] {
  if (choices.options?.sharing !== 'file-each' || choices.proxyUserId === null) return [choices];
  const options = { ...choices.options, otherUserIds: [] };
  return listUsers(choices).map((proxyUserId) => ({ ...choices, proxyUserId, options }));
}

/** Whether an export consists of several files. */
export const makesSeveralFiles = (choices: ExportChoices): boolean =>
  choices.options?.proxiesPerFile !== undefined || partUsers(choices).length > 1;

/** @throws FailureError `invalid-input` if an export consists of several files */
export function requireOneText(choices: ExportChoices): void {
  if (!makesSeveralFiles(choices)) return;
  throw fail('invalid-input', 'This export consists of several files. Save it instead.');
}

/** Adds the head, separators and foot of a document to its rows; buffers one row. */
function* frameRows(rows: Iterable<string>, format: ExportFormat): Generator<string> {
  const { head, separator, foot } = format.frame ?? { head: [], separator: '', foot: [] };
  yield* head;
  let last: string | undefined;
  for (const row of rows) {
    if (last !== undefined) yield last + separator;
    last = row;
  }
  if (last !== undefined) yield last;
  yield* foot;
}

/**
 * Splits rows into runs of at most `size`; without rows there is one empty run. Each run
 * must be read before the next one is requested.
 */
function* cutRows(rows: Iterator<string>, size: number): Generator<Iterable<string>> {
  let next = rows.next();
  function* run(): Generator<string> {
    for (let count = 0; count < size && next.done !== true; count += 1) {
      const row = next.value;
      next = rows.next();
      yield row;
    }
  }
  do {
    const current = run();
    yield current;
    // Unread rows are skipped, so that the next run starts in the right place.
    current.forEach(() => undefined);
  } while (next.done !== true);
}
