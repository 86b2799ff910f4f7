import { parseTemplate } from '../../shared/exports/template.ts';
import { isSameName } from '../../shared/saved.ts';
import { ask } from '../bridge.ts';

export interface SavedTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export class TemplateForm {
  readonly #accountId: string;
  text = $state('{host}:{port}:{username|url}:{password|url}');
  name = $state('');
  saved = $state.raw<readonly SavedTemplate[]>([]);
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
    this.text = found.text;
    this.name = found.name;
  }

  /** With the name of a template that has it. */
  take(text: string): void {
    this.text = text;
    this.name = this.saved.find((template) => template.text === text)?.name ?? '';
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
