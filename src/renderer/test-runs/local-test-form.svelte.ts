import { successRows } from '../../shared/test-runs/local-test.ts';
import { localTestRows, type LocalTestSettings } from '../../shared/test-runs/test-run.ts';
import { OptionsForm } from '../kit/options-form.svelte.ts';

const { judgeUrl, ...howRows } = localTestRows;
const rows = { ...howRows, ...successRows, judgeUrl };

export class LocalTestForm {
  readonly fields: OptionsForm<typeof rows>;
  // The names of a constant table.
  readonly names = Object.keys(rows) as readonly (keyof typeof rows)[];
  /** Null: invalid. */
  readonly settings = $derived.by((): LocalTestSettings | null => {
    const { values } = this.fields;
    if (values === null) return null;
    const { statuses, contains, lacks, maxMs, ...settings } = values;
    return { ...settings, rule: { statuses, contains, lacks, maxMs } };
  });
  /** The first invalid field's label. */
  readonly wrong = $derived.by(() => {
    const [key] = Object.keys(this.fields.problems);
    return this.names.filter((name) => name === key).map((name) => rows[name].label)[0];
  });

  constructor(earlier: LocalTestSettings | null) {
    const { rule, ...settings } = earlier ?? {};
    this.fields = new OptionsForm(rows, { ...settings, ...rule });
  }
}
