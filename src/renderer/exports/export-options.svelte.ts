import {
  type OptionValue,
  describeValues,
  exportOptionRows,
  maxExportUsers,
  readOption,
} from '../../shared/exports/export-options.ts';
import type { ExportOptions } from '../../shared/exports/export.ts';

/** An option that is typed. */
const typedOptions = ['aliveWithinHours', 'perCountry', 'proxiesPerFile', 'labels'] as const;
export type TypedOption = (typeof typedOptions)[number];

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
  readonly problems = $derived.by<Partial<Record<TypedOption, string>>>(() =>
    Object.fromEntries(
      typedOptions
        .filter((name) => this.#isTyped(name) && readOption(name, this.typed[name]) === undefined)
        .map((name) => [name, `Enter ${describeValues(exportOptionRows[name])}.`]),
    ),
  );
  /** The options of the request; null while one is invalid. */
  readonly value = $derived.by<ExportOptions | null>(() => {
    if (Object.keys(this.problems).length > 0) return null;
    const isForSeveral = this.otherUserIds.length > 0;
    return {
      otherUserIds: isForSeveral ? this.otherUserIds : undefined,
      sharing: isForSeveral ? this.sharing : undefined,
      credentials: this.credentials === 'user' ? undefined : this.credentials,
      aliveWithinHours: this.#read('aliveWithinHours'),
      isDistinct: this.isDistinct || undefined,
      shuffleSeed: this.isShuffled ? this.shuffleSeed : undefined,
      perCountry: this.#read('perCountry'),
      proxiesPerFile: this.#read('proxiesPerFile'),
      labels: this.#read('labels'),
    };
  });
  /** How many options differ from the default. */
  readonly setCount = $derived.by(
    () =>
      Object.entries(this.value ?? {}).filter(
        ([name, value]) => name !== 'sharing' && value !== undefined,
      ).length,
  );

  #isTyped(name: TypedOption): boolean {
    return this.typed[name].trim() !== '';
  }

  #read<N extends TypedOption>(name: N): OptionValue<N> | undefined {
    return this.#isTyped(name) ? readOption(name, this.typed[name]) : undefined;
  }

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
