import { fail } from '../../shared/failure.ts';
import type {
  ExportPreview,
  ExportProtocol,
  ExportRequest,
  LeftOut,
  LeftOutReason,
} from '../../shared/export.ts';
import { readSelection } from '../query.ts';
import type { BareAddress, ProxyAddress, ProxyUserCredentials, Store } from '../store/contract.ts';
import type { ExportFormat, ExportRow } from './format.ts';
import { chooseFormat } from './formats/index.ts';
import { createRowNames } from './row-names.ts';

/** The choices of an export, without the account, which the store already is. */
export type ExportChoices = Omit<ExportRequest, 'accountId'>;

/** An export under way: lines as they are read from the store, then what came of it. */
export interface PreparedExport {
  readonly format: ExportFormat;
  /** Lines without their ends. To be read once. */
  readonly lines: IterableIterator<string>;
  /** How many rows the lines read so far have. */
  writtenCount(): number;
  /** What has been written and left out by the lines read so far. */
  count(): { readonly writtenCount: number; readonly leftOut: LeftOut[] };
}

const previewLineCount = 8;
const mask = '••••••';

/**
 * Prepares an export for one proxy user: only proxies which that user may use
 * (specification, "Access rules for has_access"), with that user's own
 * credentials. The store must be unlocked where the format has credentials.
 *
 * @param options.isMasked write dots where the password would stand
 * @throws FailureError `not-found` for an unknown or deleted user, `invalid-input`
 *   for a filter or format that makes no sense, `passwords-locked`
 */
export function prepareExport(
  store: Store,
  choices: ExportChoices,
  options: { readonly isMasked?: boolean } = {},
): PreparedExport {
  const format = chooseFormat(choices);
  const protocol = format.protocol ?? choices.protocol;
  const selection = readSelection(choices.proxies);
  const credentials = readCredentials(store, choices.proxyUserId, format);
  const counts = new Map<LeftOutReason, number>();
  let notRepresentable = '';
  let written = 0;
  let accessible = 0;
  let isFinished = false;
  const leaveOut = (reason: LeftOutReason): void => {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  };

  function* rows(): Generator<string> {
    const request = {
      selection,
      accessibleTo: choices.proxyUserId,
      protocol,
      ip: choices.ip,
    };
    const addresses: Iterable<BareAddress & Partial<ProxyAddress>> =
      format.wantsDetails === true
        ? store.proxies.addresses({ ...request, hasDetails: true })
        : store.proxies.bareAddresses(request);
    const nameRow = createRowNames();
    for (const { proxy_id = '', host, port, details } of addresses) {
      accessible += 1;
      if (host === null) leaveOut('no-address');
      else if (port === null) leaveOut('no-port');
      else if (credentials.password === null) leaveOut('no-password');
      else {
        const row: ExportRow = {
          ...(details && { details: { ...details, proxyId: proxy_id }, name: nameRow(details) }),
          host,
          port,
          protocol,
          ...credentials,
          password: credentials.password,
          index: written + 1,
        };
        const refusal = format.refuse(row);
        if (refusal === undefined) {
          written += 1;
          yield format.encode(options.isMasked === true ? { ...row, password: mask } : row);
        } else {
          notRepresentable = refusal;
          leaveOut('not-representable');
        }
      }
    }
    isFinished = true;
  }

  return {
    format,
    lines: frame(rows(), format),
    writtenCount: () => written,
    count() {
      if (isFinished) {
        const withoutAccess = store.proxies.countSelected(selection) - accessible;
        if (withoutAccess > 0) counts.set('no-access', withoutAccess);
      }
      const leftOut = [...counts].map(([reason, count]) => ({
        reason,
        count,
        message: explain(reason, choices, protocol, notRepresentable),
      }));
      return { writtenCount: written, leftOut };
    },
  };
}

/** Puts what a document has around its rows; one row at a time is held back, no more. */
function* frame(rows: Iterable<string>, format: ExportFormat): Generator<string> {
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

/** The first lines as they would be written, and the counts of all. */
export function previewExport(
  store: Store,
  choices: ExportChoices,
  revealSecrets: boolean,
): ExportPreview {
  const prepared = prepareExport(store, choices, { isMasked: !revealSecrets });
  const lines: string[] = [];
  const headCount = prepared.format.frame?.head.length ?? 0;
  for (const line of prepared.lines) {
    if (lines.length < headCount + previewLineCount) lines.push(line);
  }
  const counts = prepared.count();
  const shownCount = Math.min(counts.writtenCount, previewLineCount);
  return { lines: shownCount === 0 ? [] : lines, shownCount, ...counts };
}

function readCredentials(
  store: Store,
  proxyUserId: string,
  format: ExportFormat,
): ProxyUserCredentials {
  const user = store.proxyUsers.get(proxyUserId);
  if (!user) {
    throw fail(
      'not-found',
      `There is no proxy user "${proxyUserId}" in the offline copy. Check the name, or sync.`,
    );
  }
  if (user.proxy_user_is_deleted === true) {
    throw fail('not-found', `The proxy user "${proxyUserId}" is deleted; it may use no proxy.`);
  }
  if (!format.hasCredentials) return { username: proxyUserId, password: '' };
  return store.proxyUsers.credentials(proxyUserId) ?? { username: proxyUserId, password: null };
}

function explain(
  reason: LeftOutReason,
  { proxyUserId, ip }: ExportChoices,
  protocol: ExportProtocol,
  refusal: string,
): string {
  switch (reason) {
    case 'no-access':
      return `${proxyUserId} may not use them.`;
    case 'no-address':
      return `They have no IPv${ip} address. Choose IPv${ip === '4' ? '6' : '4'} for them.`;
    case 'no-port':
      return `They have no ${protocol === 'http' ? 'HTTP' : 'SOCKS5'} port. Choose the other protocol for them.`;
    case 'no-password':
      return `The offline copy has no password of ${proxyUserId}. Sync again.`;
    case 'not-representable':
      return `For them ${refusal}.`;
  }
}
