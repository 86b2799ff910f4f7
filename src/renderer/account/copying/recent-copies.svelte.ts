import type { ExportChoices, ExportRequest } from '../../../shared/export.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { ask, attempt } from '../../bridge.ts';
import type { Notices } from '../../kit/toast/toasts.svelte.ts';

/** How proxies were copied or saved, for whichever proxies come next. */
export interface RecentCopy {
  readonly label: string;
  readonly choices: Omit<ExportChoices, 'proxies'>;
}

const mostCopies = 5;
const kept = { kind: 'recent-copies', name: 'proxies' } as const;

/** How proxies of the current account were copied or saved lately, the last first. */
export class RecentCopies {
  all = $state.raw<readonly RecentCopy[]>([]);
  #accountId: string | null = null;
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  async enter(accountId: string | null): Promise<void> {
    this.#accountId = accountId;
    this.all = [];
    if (accountId === null) return;
    const items = await attempt(
      () => ask('saved:list', { accountId, kind: kept.kind }),
      this.#notices.sayFailure,
    );
    if (accountId === this.#accountId) this.all = readCopies(items?.[0]?.content);
  }

  /** Puts an export that is one text in front; the same one further back goes, and so does the sixth. */
  async note(request: ExportRequest, label: string): Promise<void> {
    const { accountId, proxyUserId, format, template, protocol, ip, options } = request;
    const choices = { proxyUserId, format, template, protocol, ip, options };
    const copy: RecentCopy = { label, choices };
    const others = this.all.filter((other) => other.label !== label);
    this.all = [copy, ...others].slice(0, mostCopies);
    await attempt(
      () => ask('saved:put', { accountId, ...kept, content: writeCopies(this.all) }),
      this.#notices.sayFailure,
    );
  }
}

/** What is kept of copies: JSON without the fields that are left out. */
export function writeCopies(copies: readonly RecentCopy[]): JsonObject {
  // A round through JSON leaves out what is undefined; choices are plain data.
  return { copies: JSON.parse(JSON.stringify(copies)) as JsonValue };
}

/** Reads what `writeCopies` gave; anything else is none. */
export function readCopies(content: JsonObject | undefined): readonly RecentCopy[] {
  const copies = content?.['copies'];
  if (!Array.isArray(copies)) return [];
  return copies.flatMap((copy) => {
    if (!isJsonObject(copy) || typeof copy['label'] !== 'string') return [];
    const { choices } = copy;
    if (!isJsonObject(choices ?? null)) return [];
    // Written above; the main process looks at every field before it exports.
    return [{ label: copy['label'], choices: choices as unknown as RecentCopy['choices'] }];
  });
}
