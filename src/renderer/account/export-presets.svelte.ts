import type { ExportPreset, RefreshedPreset } from '../../shared/exports/export-preset.ts';
import type { ExportChoices } from '../../shared/exports/export.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';
import { runExport, savedActions } from './export-toasts.ts';

/** The export presets of an account. */
export class ExportPresets {
  all = $state.raw<readonly ExportPreset[]>([]);
  /** How many addresses in the file of a preset were replaced since it was written, by its ID. */
  replaced = $state.raw<ReadonlyMap<number, number>>(new Map());
  #lastRunId = $state<number | null>(null);
  /** The one that a single key runs: the last run, else the last written, else the first. */
  readonly next = $derived.by<ExportPreset | null>(() => {
    const run = this.all.find(({ id }) => id === this.#lastRunId);
    const byTime = this.all.toSorted((left, right) => timeOf(right).localeCompare(timeOf(left)));
    return run ?? byTime[0] ?? null;
  });
  readonly #accountId: string;
  readonly #toasts: Toasts;

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  /** Saves choices under a name; a preset of the same name is replaced. Throws failures. */
  async put(name: string, choices: ExportChoices): Promise<ExportPreset> {
    const saved = await ask('presets:put', { accountId: this.#accountId, name, choices });
    await this.reload();
    return saved;
  }

  /** Gives a preset another name. Throws failures, `name-taken` if another preset has it. */
  async rename({ id, choices }: ExportPreset, name: string): Promise<void> {
    if (choices === null) return;
    await ask('presets:put', { accountId: this.#accountId, name, choices, id });
    await this.reload();
  }

  /** Removes a preset; the toast can undo it, without its file. */
  async remove({ id, name, choices }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    const done = await this.#toasts.attempt(() =>
      ask('saved:remove', { accountId, kind: 'export-preset', id }),
    );
    if (done === undefined) return;
    await this.reload();
    const undo =
      choices === null
        ? []
        : [
            {
              title: 'Undo',
              run: () => void this.#toasts.attempt(() => this.put(name, choices)),
            },
          ];
    this.#toasts.notify(`Removed the preset “${name}”.`, ...undo);
  }

  /** Sets whether the file of a preset is written again after every sync. */
  async follow({ id }: ExportPreset, isRefreshed: boolean): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('presets:refresh', { accountId, id, isRefreshed }));
    await this.reload();
  }

  /** Writes a preset to its file; if it has none, the main process asks for one. */
  async run({ id, name }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    this.#lastRunId = id;
    const outcome = await runExport(this.#toasts, accountId, `Exporting ${name}…`, (signal) =>
      ask('presets:save', { accountId, id, asksFile: false }, signal),
    );
    await this.reload();
    if (outcome === undefined || outcome === null) return;
    const count = countOf(outcome.writtenCount, 'proxy', 'proxies');
    const text = `${name}: ${count} written to ${outcome.fileName ?? 'the file'}.`;
    this.#toasts.notify(text, ...savedActions(this.#toasts, outcome));
  }

  /** Shows the outcome of the files that are written after every sync. */
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
    await this.reloadReplaced();
  }

  /** Looks again which addresses were replaced, because a sync may have found some. */
  async reloadReplaced(): Promise<void> {
    const accountId = this.#accountId;
    if (!this.all.some(({ file }) => file?.writtenAt != null)) return;
    const found = await this.#toasts.attempt(() => ask('presets:replaced', { accountId }));
    if (found !== undefined) this.replaced = new Map(found.map(({ id, count }) => [id, count]));
  }
}

/** `412 addresses replaced`. */
export const describeReplaced = (count: number): string =>
  `${countOf(count, 'address', 'addresses')} replaced`;

const timeOf = ({ file }: ExportPreset): string => file?.writtenAt ?? '';
