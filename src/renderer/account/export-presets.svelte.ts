import type { ExportPreset, RefreshedPreset } from '../../shared/export-preset.ts';
import type { ExportChoices } from '../../shared/export.ts';
import { ask, attempt } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { Notices } from '../kit/toast/toasts.svelte.ts';

/** The exports that are kept by name for the current account. */
export class ExportPresets {
  all = $state.raw<readonly ExportPreset[]>([]);
  #lastRunId = $state<number | null>(null);
  /** The one that a single key runs: run last, else written last, else the first. */
  readonly next = $derived.by<ExportPreset | null>(() => {
    const run = this.all.find(({ id }) => id === this.#lastRunId);
    const byTime = this.all.toSorted((left, right) => timeOf(right).localeCompare(timeOf(left)));
    return run ?? byTime[0] ?? null;
  });
  #accountId: string | null = null;
  readonly #notices: Notices;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  async enter(accountId: string | null): Promise<void> {
    this.#accountId = accountId;
    this.all = [];
    this.#lastRunId = null;
    await this.reload();
  }

  /** Keeps choices under a name; the same name replaces. Failures are thrown. */
  async put(name: string, choices: ExportChoices): Promise<ExportPreset | null> {
    const accountId = this.#accountId;
    if (accountId === null) return null;
    const kept = await ask('presets:put', { accountId, name, choices });
    await this.reload();
    return kept;
  }

  /** Removes one; the message that says so can bring it back, without its file. */
  async remove({ id, name, choices }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const { sayFailure } = this.#notices;
    const done = await attempt(() => ask('presets:remove', { accountId, id }), sayFailure);
    if (done === undefined) return;
    await this.reload();
    const undo = choices && {
      title: 'Undo',
      run: () => void attempt(() => this.put(name, choices), sayFailure),
    };
    this.#notices.say(`The preset “${name}” is removed.`, undo);
  }

  /** Says whether the file of one is written anew after every sync. */
  async follow({ id }: ExportPreset, isRefreshed: boolean): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const { sayFailure } = this.#notices;
    await attempt(() => ask('presets:refresh', { accountId, id, isRefreshed }), sayFailure);
    await this.reload();
  }

  /** Writes one to its file; where it has none main asks for it. */
  async run({ id, name }: ExportPreset): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    this.#lastRunId = id;
    const outcome = await attempt(
      () => ask('presets:save', { accountId, id, asksFile: false }),
      this.#notices.sayFailure,
    );
    await this.reload();
    if (outcome === undefined || outcome === null) return;
    const count = countOf(outcome.writtenCount, 'proxy', 'proxies');
    this.#notices.say(`${name}: ${count} written to ${outcome.fileName ?? 'the file'}.`);
  }

  /** Says what became of the files that follow the syncs. */
  async takeRefreshed(accountId: string, presets: readonly RefreshedPreset[]): Promise<void> {
    if (accountId !== this.#accountId) return;
    for (const { name, problem } of presets) {
      if (problem === null) continue;
      this.#notices.sayFailure({
        code: 'file-failed',
        message: `Export preset ${name}: ${problem}`,
      });
    }
    const written = presets.filter(({ problem }) => problem === null);
    const [first] = written;
    if (first) {
      const others = written.length > 1 ? ` and ${countOf(written.length - 1, 'other file')}` : '';
      this.#notices.say(`After the sync ${first.fileName}${others} was written anew.`);
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const accountId = this.#accountId;
    if (accountId === null) return;
    const all = await attempt(() => ask('presets:list', { accountId }), this.#notices.sayFailure);
    if (all !== undefined && accountId === this.#accountId) this.all = all;
  }
}

const timeOf = ({ file }: ExportPreset): string => file?.writtenAt ?? '';
