import { parseTemplate } from '../../shared/exports/template.ts';
import { isSameName } from '../../shared/saved.ts';
import { ask } from '../bridge.ts';

export interface SavedTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export type TemplateDraft = Pick<SavedTemplate, 'name' | 'text'>;

export class TemplateForm {
  readonly #accountId: string;
  /** The fields of an earlier dialog, until they are shown again. */
  #kept: TemplateDraft | null = null;
  text = $state('{host}:{port}:{username|url}:{password|url}');
  name = $state('');
  saved = $state.raw<readonly SavedTemplate[]>([]);
  /** The fields as they were loaded or used last. */
  #used: TemplateDraft = { name: '', text: this.text };
  readonly #parsed = $derived.by(() => parseTemplate(this.text));
  readonly problem = $derived.by(() => (this.#parsed.ok ? null : this.#parsed.problem));
  readonly canSave = $derived.by(() => this.problem === null && this.name.trim() !== '');

  constructor(accountId: string) {
    this.#accountId = accountId;
  }

  /** Throws failures. */
  async load(): Promise<void> {
    const items = await ask('saved:list', { accountId: this.#accountId, kind: 'template' });
    this.saved = items.map(({ id, name, content: { text } }) => ({
      id,
      name,
      text: typeof text === 'string' ? text : '',
    }));
  }

  use(id: number): void {
    const found = this.saved.find((template) => template.id === id);
    if (!found) return;
    this.take(found.text);
  }

  /** With the name of a template that has it. */
  take(text: string): void {
    this.text = text;
    this.name = this.saved.find((template) => template.text === text)?.name ?? '';
    this.noteUse();
  }

  /** Typed and unused fields; null: none. */
  get draft(): TemplateDraft | null {
    const { name, text } = this;
    return name === this.#used.name && text === this.#used.text ? this.#kept : { name, text };
  }

  /** Keeps the fields of an earlier dialog for `resume`. */
  keep(draft: TemplateDraft): void {
    this.#kept = draft;
  }

  /** Restores fields of an earlier dialog; false: none. */
  resume(): boolean {
    if (this.#kept === null) return false;
    ({ name: this.name, text: this.text } = this.#kept);
    this.#kept = null;
    return true;
  }

  /** Loaded, saved or exported fields are not a draft. */
  noteUse(): void {
    this.#used = { name: this.name, text: this.text };
  }

  /** Replaces one of the same name. Throws failures. */
  async save(): Promise<void> {
    if (!this.canSave) return;
    const item = {
      kind: 'template',
      name: this.name.trim(),
      content: { text: this.text },
    } as const;
    await ask('saved:put', { accountId: this.#accountId, ...item });
    this.noteUse();
    await this.load();
  }

  /** Throws failures. */
  async remove(): Promise<void> {
    const found = this.savedWithName;
    if (!found) return;
    const { id } = found;
    await ask('saved:remove', { accountId: this.#accountId, kind: 'template', id });
    this.name = '';
    await this.load();
  }

  get savedWithName(): SavedTemplate | undefined {
    const name = this.name.trim();
    return this.saved.find((template) => isSameName(template.name, name));
  }
}
