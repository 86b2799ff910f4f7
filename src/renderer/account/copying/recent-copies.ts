import type { ExportChoices, ExportRequest } from '../../../shared/exports/export.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { ask } from '../../bridge.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';

/** The choices of a copy or an export, without the proxies. */
export interface RecentCopy {
  readonly label: string;
  readonly choices: Omit<ExportChoices, 'proxies'>;
}

const mostCopies = 5;
const item = { kind: 'recent-copies', name: 'proxies' } as const;

/** The last copies and exports of an account, the newest first. */
export class RecentCopies {
  all = $state.raw<readonly RecentCopy[]>([]);
  readonly #accountId: string;
  readonly #toasts: Toasts;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  async load(): Promise<void> {
    const items = await this.#toasts.attempt(() =>
      ask('saved:list', { accountId: this.#accountId, kind: item.kind }),
    );
    this.all = readCopies(items?.[0]?.content);
  }

  /** Puts an export first; an earlier one with the same label is replaced and the sixth is dropped. */
  async add(request: ExportRequest, label: string): Promise<void> {
    const { proxyUserId, format, template, protocol, ip, options } = request;
    const choices = { proxyUserId, format, template, protocol, ip, options };
    const copy: RecentCopy = { label, choices };
    const others = this.all.filter((other) => other.label !== label);
    this.all = [copy, ...others].slice(0, mostCopies);
    const content = writeCopies(this.all);
    await this.#toasts.attempt(() =>
      ask('saved:put', { accountId: this.#accountId, ...item, content }),
    );
  }
}

/** The saved form of copies: JSON without undefined fields. */
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
