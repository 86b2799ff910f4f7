import { exportOptionRows, maxExportUsers } from '../../shared/exports/export-options.ts';
import type { ExportOptions } from '../../shared/exports/export.ts';
import { OptionsForm } from '../kit/options-form.svelte.ts';

/** The options that limit, order and distribute an export, as they are entered. */
export class ExportOptionsForm {
  readonly fields = new OptionsForm(exportOptionRows);
  otherUserIds = $state.raw<readonly string[]>([]);
  isShuffled = $state(false);
  /** The options of the request; null while one is invalid. */
  readonly value = $derived.by<ExportOptions | null>(() => {
    const { values } = this.fields;
    if (values === null) return null;
    const isForSeveral = this.otherUserIds.length > 0;
    return {
      ...values,
      otherUserIds: isForSeveral ? this.otherUserIds : undefined,
      sharing: isForSeveral ? values.sharing : undefined,
      credentials: values.credentials === 'user' ? undefined : values.credentials,
      isDistinct: values.isDistinct || undefined,
      shuffleSeed: this.isShuffled ? values.shuffleSeed : undefined,
    };
  });
  /** How many options differ from the default. */
  readonly setCount = $derived.by(
    () => Object.entries(this.value ?? {}).filter(([name, value]) => name !== 'sharing' && value !== undefined).length,
  );

  /** Takes saved options. */
  load(options: ExportOptions): void {
    this.otherUserIds = options.otherUserIds ?? [];
    this.isShuffled = options.shuffleSeed !== undefined;
    this.fields.load(options);
  }

  /** Whether no other user can be added. */
  get isFull(): boolean {
    return this.otherUserIds.length >= maxExportUsers - 1;
  }

  /** Adds or removes a user; there is a maximum. */
  toggleUser(id: string): void {
    const others = this.otherUserIds.filter((other) => other !== id);
    if (others.length < this.otherUserIds.length) this.otherUserIds = others;
    else if (!this.isFull) this.otherUserIds = [...others, id];
  }
}
