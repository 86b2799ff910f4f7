import { parseTemplate } from '../../shared/template.ts';
import { ask } from '../bridge.ts';

/** A template that was kept by name. */
export interface SavedTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

/** A line of the person's own: what is typed, and what was kept. */
export class TemplateForm {
  text = $state('{host}:{port}:{username|url}:{password|url}');
  name = $state('');
  saved = $state.raw<readonly SavedTemplate[]>([]);
  readonly #parsed = $derived.by(() => parseTemplate(this.text));
  readonly problem = $derived.by(() => (this.#parsed.ok ? null : this.#parsed.problem));
  readonly canSave = $derived.by(() => this.problem === null && this.name.trim() !== '');

  /** Fetches what was kept. Failures are thrown. */
  async load(accountId: string): Promise<void> {
    const items = await ask('saved:list', { accountId, kind: 'template' });
    this.saved = items.map(({ id, name, content: { text } }) => ({
      id,
      name,
      text: typeof text === 'string' ? text : '',
    }));
  }

  /** Goes on with one that was kept. */
  use(id: number): void {
    const found = this.saved.find((template) => template.id === id);
    if (!found) return;
    this.text = found.text;
    this.name = found.name;
  }

  /** Goes on with a text, under the name that it was kept by if it was. */
  take(text: string): void {
    this.text = text;
    this.name = this.saved.find((template) => template.text === text)?.name ?? '';
  }

  /** Keeps the text under the name; the same name replaces. Failures are thrown. */
  async save(accountId: string): Promise<void> {
    if (!this.canSave) return;
    const item = {
      kind: 'template',
      name: this.name.trim(),
      content: { text: this.text },
    } as const;
    await ask('saved:put', { accountId, ...item });
    await this.load(accountId);
  }

  /** Removes the one that has the name. Failures are thrown. */
  async remove(accountId: string): Promise<void> {
    const found = this.kept;
    if (!found) return;
    await ask('saved:remove', { accountId, id: found.id });
    this.name = '';
    await this.load(accountId);
  }

  /** The one that was kept under the name. */
  get kept(): SavedTemplate | undefined {
    const name = this.name.trim().toLowerCase();
    return this.saved.find((template) => template.name.toLowerCase() === name);
  }
}
