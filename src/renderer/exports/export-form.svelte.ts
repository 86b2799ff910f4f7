import type {
  ExportFormatInfo,
  ExportProtocol,
  ExportRequest,
  IpVersion,
} from '../../shared/export.ts';
import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import { formatTerm } from '../../shared/query.ts';
import { ask } from '../bridge.ts';
import type { Desk } from '../state/desk.svelte.ts';
import type { DialogRequest, ProxyScope } from '../state/dialog-request.ts';
import { defaultScope, proxiesOf } from '../state/proxy-scope.ts';

const maxListedUsers = 500;

/** What is exported for whom and how, as the dialog has it. */
export class ExportForm {
  readonly #desk: Desk;
  formats = $state.raw<readonly ExportFormatInfo[]>([]);
  users = $state.raw<readonly ProxyUserRow[]>([]);
  proxyUserId = $state('');
  scope = $state<ProxyScope>('all');
  format = $state('');
  protocol = $state<ExportProtocol>('http');
  ip = $state<IpVersion>('4');
  readonly formatInfo = $derived.by(
    () => this.formats.find((format) => format.name === this.format) ?? null,
  );
  /** A format bound to one protocol decides it. */
  readonly usedProtocol = $derived.by(() => this.formatInfo?.protocol ?? this.protocol);
  readonly request = $derived.by<ExportRequest | null>(() => {
    const accountId = this.#desk.account?.id;
    if (accountId === undefined || this.proxyUserId === '' || this.format === '') return null;
    return {
      accountId,
      proxyUserId: this.proxyUserId,
      proxies: proxiesOf(this.#desk, this.scope),
      format: this.format,
      protocol: this.usedProtocol,
      ip: this.ip,
    };
  });

  constructor(desk: Desk, request: Extract<DialogRequest, { kind: 'export' }>) {
    this.#desk = desk;
    this.scope = request.scope ?? defaultScope(desk);
    this.proxyUserId = request.proxyUserId ?? '';
  }

  /** Fetches what can be chosen. Failures are thrown. */
  async load(): Promise<void> {
    const [formats] = await Promise.all([ask('exports:formats', undefined), this.findUsers('')]);
    this.formats = formats;
    this.format = formats[0]?.name ?? '';
  }

  /** Lists the proxy users whose id holds a text; the chosen one stays chosen while it is listed. */
  async findUsers(text: string): Promise<void> {
    const accountId = this.#desk.account?.id;
    if (accountId === undefined) return;
    const word = text.trim() === '' ? '' : ` ${formatTerm(null, [text.trim()])}`;
    const users = await ask('users:list', {
      accountId,
      where: `-deleted:yes${word}`,
      sort: [
        { field: 'proxy_user_is_default', isDescending: true },
        { field: 'proxy_user_id', isDescending: false },
      ],
      offset: 0,
      limit: maxListedUsers,
    });
    this.users = users;
    const chosen = users.find((user) => user.proxy_user_id === this.proxyUserId);
    if (chosen === undefined && (this.proxyUserId === '' || word !== '')) {
      this.proxyUserId = users[0]?.proxy_user_id ?? '';
    }
  }

  /** Whether there are more users than the list names. */
  get isUserSearchNeeded(): boolean {
    return (this.#desk.sync.state?.counts.proxy_users ?? 0) > maxListedUsers;
  }
}
