import type {
  ExportPreset,
  RefreshedPreset,
  ExportChoices,
  ExportOutcome,
  ExportRequest,
} from '../../shared/exports/export.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';
import { RecentItems } from './saved/recent-items.svelte.ts';

export class ExportPresets {
  all = $state.raw<readonly ExportPreset[]>([]);
  lastRunId = $state<number | null>(null);
  /** The preset that a key runs: the last run, last written, or first readable one. */
  readonly next = $derived.by<ExportPreset | null>(() => {
    const readable = this.all.filter(({ choices }) => choices !== null);
    const run = readable.find(({ id }) => id === this.lastRunId);
    const byTime = readable.toSorted((left, right) => timeOf(right).localeCompare(timeOf(left)));
    return run ?? byTime[0] ?? null;
  });
  readonly #accountId: string;
  readonly #toasts: Toasts;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  /** Replaces one of that name. Throws failures. */
  async put(name: string, choices: ExportChoices, position?: number): Promise<ExportPreset> {
    const saved = await ask('presets:put', { accountId: this.#accountId, name, choices, position });
    await this.reload();
    return saved;
  }

  /** Throws failures, such as `name-taken`. */
  async rename({ id, choices }: ExportPreset, name: string): Promise<void> {
    if (choices === null) return;
    await ask('presets:put', { accountId: this.#accountId, name, choices, id });
    await this.reload();
  }

  /** With undo, but without its file. */
  async remove({ id, name, choices, position }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    const done = await this.#toasts.attempt(() => ask('saved:remove', { accountId, kind: 'export-preset', id }));
    if (done === undefined) return;
    await this.reload();
    const undo =
      choices === null
        ? []
        : [
            {
              title: 'Undo',
              run: () => void this.#toasts.attempt(() => this.put(name, choices, position)),
            },
          ];
    this.#toasts.notify(`Removed the preset “${name}”.`, ...undo);
  }

  /** After every sync. */
  async follow({ id }: ExportPreset, isRefreshed: boolean): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('presets:refresh', { accountId, id, isRefreshed }));
    await this.reload();
  }

  /** Serves a preset at a local address, or no longer; then its token is wrong. @returns whether it is served then */
  async serve({ id }: ExportPreset, isServed: boolean): Promise<boolean> {
    const accountId = this.#accountId;
    const done = await this.#toasts.attempt(() => ask('presets:serve', { accountId, id, isServed }));
    await this.reload();
    return done === undefined ? !isServed : isServed;
  }

  async renewToken({ id, name }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    const done = await this.#toasts.attempt(() => ask('presets:renew-token', { accountId, id }));
    if (done !== undefined) this.#toasts.notify(`${name} has a new address. Programs with the old one get nothing.`);
  }

  /** Shows files written after a sync. */
  async takeRefreshed(presets: readonly RefreshedPreset[]): Promise<void> {
    for (const { name, problem } of presets) {
      if (problem === null) continue;
      this.#toasts.notifyFailure({
        code: 'file-failed',
        message: `Export preset ${name}: ${problem}`,
      });
    }
    const written = presets.filter(({ problem }) => problem === null);
    const [first] = written;
    if (first) {
      const others = written.length > 1 ? ` and ${countOf(written.length - 1, 'other file')}` : '';
      this.#toasts.notify(`The sync updated ${first.fileName}${others}.`);
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const accountId = this.#accountId;
    const all = await this.#toasts.attempt(() => ask('presets:list', { accountId }));
    if (all !== undefined) this.all = all;
  }
}

const timeOf = ({ file }: ExportPreset): string => file?.writtenAt ?? '';

/** Without proxies and order. */
export interface RecentCopy {
  readonly label: string;
  readonly choices: Omit<ExportChoices, 'proxies' | 'sort' | 'gatewayRuleId'>;
}

const copiedList = 'proxies';

export class RecentCopies extends RecentItems<RecentCopy> {
  constructor(accountId: string, toasts: Toasts) {
    super(accountId, toasts, 'recent-copies', readCopies, writeCopies);
  }

  get all(): readonly RecentCopy[] {
    return this.of(copiedList);
  }

  /** Newest first, by label. */
  async add(request: ExportRequest, label: string): Promise<void> {
    // Says nothing about copying proxies.
    if (request.gatewayRuleId !== undefined) return;
    const { proxyUserId, format, template, protocol, ip, options } = request;
    const choices = { proxyUserId, format, template, protocol, ip, options };
    await this.put(copiedList, { label, choices }, (other) => other.label === label);
  }
}

export function writeCopies(copies: readonly RecentCopy[]): JsonObject {
  // JSON drops undefined values.
  return { copies: JSON.parse(JSON.stringify(copies)) as JsonValue };
}

/** Reads what `writeCopies` wrote; otherwise []. */
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

/** Without a preset. */
export interface RecentFile {
  readonly fileName: string;
  readonly writtenCount: number;
  /** ISO 8601 in UTC. */
  readonly writtenAt: string;
  /** Null: too many selected rows. */
  readonly choices: ExportChoices | null;
}

const maxRememberedIds = 1000;

export class RecentFiles extends RecentItems<RecentFile> {
  constructor(accountId: string, toasts: Toasts) {
    super(accountId, toasts, 'recent-files', readFiles, (files) => ({
      // JSON drops undefined values.
      files: JSON.parse(JSON.stringify(files)) as JsonValue,
    }));
  }

  get all(): readonly RecentFile[] {
    return this.of(copiedList);
  }

  /** Newest first, by file name. */
  async add(request: ExportRequest, { fileName, writtenCount }: ExportOutcome): Promise<void> {
    if (fileName === null) return;
    const { accountId, ...choices } = request;
    const ids = choices.proxies.kind === 'ids' ? choices.proxies.ids : (choices.proxies.excludedIds ?? []);
    const file = {
      fileName,
      writtenCount,
      writtenAt: new Date().toISOString(),
      choices: ids.length > maxRememberedIds ? null : choices,
    };
    await this.put(copiedList, file, (other) => other.fileName === fileName);
  }
}

/** Reads saved files; otherwise []. */
function readFiles({ files }: JsonObject): readonly RecentFile[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file) => {
    if (!isJsonObject(file) || typeof file['fileName'] !== 'string' || typeof file['writtenAt'] !== 'string') return [];
    const { fileName, writtenAt, writtenCount, choices = null } = file;
    if (typeof writtenCount !== 'number') return [];
    // Written above; the main process looks at every field before it exports.
    return [{ fileName, writtenAt, writtenCount, choices: choices as unknown as RecentFile['choices'] }];
  });
}
