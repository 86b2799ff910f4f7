import type { ExportChoices, ExportRequest } from '../../../shared/exports/export.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { isJsonObject } from '../../../shared/json.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import { RecentItems } from './recent-items.svelte.ts';

/** The choices of a copy or an export, without the proxies and their order. */
export interface RecentCopy {
  readonly label: string;
  readonly choices: Omit<ExportChoices, 'proxies' | 'sort' | 'gatewayRuleId'>;
}

const list = 'proxies';

/** The last copies and exports of an account. */
export class RecentCopies extends RecentItems<RecentCopy> {
  constructor(accountId: string, toasts: Toasts) {
    super(accountId, toasts, 'recent-copies', readCopies, writeCopies);
  }

  get all(): readonly RecentCopy[] {
    return this.of(list);
  }

  /** Puts an export first; an earlier one with the same label is replaced. */
  async add(request: ExportRequest, label: string): Promise<void> {
    // It says nothing about how proxies are copied.
    if (request.gatewayRuleId !== undefined) return;
    const { proxyUserId, format, template, protocol, ip, options } = request;
    const choices = { proxyUserId, format, template, protocol, ip, options };
    await this.put(list, { label, choices }, (other) => other.label === label);
  }
}

/** The saved form of copies: JSON without undefined fields. */
export function writeCopies(copies: readonly RecentCopy[]): JsonObject {
  // A round through JSON leaves out what is undefined; choices are plain data.
  return { copies: JSON.parse(JSON.stringify(copies)) as JsonValue };
}

/** Reads what `writeCopies` gave; anything else is none. */
export function readCopies({ copies }: JsonObject): readonly RecentCopy[] {
  if (!Array.isArray(copies)) return [];
  return copies.flatMap((copy) => {
    if (!isJsonObject(copy) || typeof copy['label'] !== 'string') return [];
    const { choices } = copy;
    if (!isJsonObject(choices ?? null)) return [];
    // Written above; the main process looks at every field before it exports.
    return [{ label: copy['label'], choices: choices as unknown as RecentCopy['choices'] }];
  });
}
