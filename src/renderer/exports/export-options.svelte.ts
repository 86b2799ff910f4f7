import { readLabels } from '../../shared/exports/export-limits.ts';
import { maxExportUsers } from '../../shared/exports/export-limits.ts';
import type { ExportOptions } from '../../shared/exports/export.ts';

/** An option that is typed. */
export type TypedOption = 'aliveWithinHours' | 'perCountry' | 'proxiesPerFile' | 'labels';

/** The options that limit, order and distribute an export, as they are entered. */
export class ExportOptionsForm {
  otherUserIds = $state.raw<readonly string[]>([]);
  sharing = $state<NonNullable<ExportOptions['sharing']>>('spread');
  credentials = $state<NonNullable<ExportOptions['credentials']>>('user');
  isDistinct = $state(false);
  isShuffled = $state(false);
  shuffleSeed = $state('');
  readonly typed = $state<Record<TypedOption, string>>({
    aliveWithinHours: '',
    perCountry: '',
    proxiesPerFile: '',
    labels: '',
  });
  /** The typed options that are invalid, and why. */
  readonly problems = $derived.by<Partial<Record<TypedOption, string>>>(() => ({
    ...(Number.isNaN(readHours(this.typed.aliveWithinHours)) && {
      aliveWithinHours: 'Enter a number of hours, such as 24.',
    }),
    ...(Number.isNaN(readCount(this.typed.perCountry)) && { perCountry: 'Enter a number from 1.' }),
    ...(Number.isNaN(readCount(this.typed.proxiesPerFile)) && {
      proxiesPerFile: 'Enter a number from 1.',
    }),
    ...(readLabelList(this.typed.labels) === null && {
      labels: 'Separate labels with commas. None may be empty or very long.',
    }),
  }));
  /** The options of the request; null while one is invalid. */
  readonly value = $derived.by<ExportOptions | null>(() => {
    if (Object.keys(this.problems).length > 0) return null;
    const isForSeveral = this.otherUserIds.length > 0;
    return {
      otherUserIds: isForSeveral ? this.otherUserIds : undefined,
      sharing: isForSeveral ? this.sharing : undefined,
      credentials: this.credentials === 'user' ? undefined : this.credentials,
      aliveWithinHours: readHours(this.typed.aliveWithinHours),
      isDistinct: this.isDistinct || undefined,
      shuffleSeed: this.isShuffled ? this.shuffleSeed : undefined,
      perCountry: readCount(this.typed.perCountry),
      proxiesPerFile: readCount(this.typed.proxiesPerFile),
      labels: readLabelList(this.typed.labels) ?? undefined,
    };
  });
  /** How many options differ from the default. */
  readonly setCount = $derived.by(
    () =>
      Object.entries(this.value ?? {}).filter(
        ([name, value]) => name !== 'sharing' && value !== undefined,
      ).length,
  );

  /** Takes saved options. */
  load(options: ExportOptions): void {
    this.otherUserIds = options.otherUserIds ?? [];
    this.sharing = options.sharing ?? 'spread';
    this.credentials = options.credentials ?? 'user';
    this.isDistinct = options.isDistinct ?? false;
    this.isShuffled = options.shuffleSeed !== undefined;
    this.shuffleSeed = options.shuffleSeed ?? '';
    this.typed.aliveWithinHours = String(options.aliveWithinHours ?? '');
    this.typed.perCountry = String(options.perCountry ?? '');
    this.typed.proxiesPerFile = String(options.proxiesPerFile ?? '');
    this.typed.labels = (options.labels ?? []).join(', ');
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

/** Undefined: nothing is typed. NaN: not a whole number from 1. */
function readCount(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  return /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : NaN;
}

/** Undefined: nothing is typed. Null: one of them is not a label. */
function readLabelList(text: string): readonly string[] | null | undefined {
  return text.trim() === '' ? undefined : (readLabels(text) ?? null);
}

function readHours(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const hours = /^\d{1,4}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : 0;
  return hours > 0 ? hours : NaN;
}
