import type {
  ExportPreset,
  ExportChoices,
  ExportFormatInfo,
  ExportProtocol,
  ExportRequest,
  ExportOptions,
} from '../../shared/exports/export.ts';
import type { IpVersion } from '../../shared/options/option-rows.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import type { SortKey } from '../../shared/filter/query-term.ts';
import type { Rows } from '../../shared/rows.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { DialogProps, Target } from '../account/dialog-request.ts';
import { runOfQuery, testedOver, type TestedOver } from '../../shared/test-runs/test-run.ts';
import { filterOf, offerTargets, presentOrder } from '../actions/find-target.ts';
import { UserChoices } from '../account/user-choices.svelte.ts';
import { browserChoice, browsersOf, listFormats, pickQuickFormats, type FormatChoice } from './list-formats.ts';
import { matchWords } from '../kit/match-words.ts';
import { TemplateForm } from './template-form.svelte.ts';
import { countOf } from '../format/format-number.ts';
import { exportOptionRows, maxExportUsers } from '../../shared/exports/export-options.ts';
import { OptionsForm } from '../kit/options-form.svelte.ts';

const templateFormat = 'template';

export class ExportForm {
  readonly #account: AccountState;
  readonly #sort: readonly SortKey[] | undefined;
  readonly #firstPreset: ExportPreset | null;
  readonly #firstFormat: string | null;
  formats = $state.raw<readonly ExportFormatInfo[]>([]);
  /** Whether the choices to begin with are on their way. */
  isLoading = $state(true);
  readonly users: UserChoices;
  /** Kept from the opening. */
  readonly targets: readonly Target[];
  /** Null: those of the preset. */
  target = $state.raw<Target | null>(null);
  /** Exports this rule; null: proxies. */
  ruleId = $state<number | null>(null);
  readonly rules = $derived.by(() => this.#account.gateway.rules.map(({ rule }) => rule));
  readonly rule = $derived.by(() => this.rules.find(({ id }) => id === this.ruleId) ?? null);
  /** Whose choices were taken last. */
  preset = $state.raw<ExportPreset | null>(null);
  /** Only the credentials of proxies' records are left. */
  hasNoUsers = $state(false);
  format = $state('');
  protocol = $state<ExportProtocol>('http');
  ip = $state<IpVersion>('any');
  readonly options = new ExportOptionsForm();
  readonly template: TemplateForm;
  readonly formatChoices = $derived.by(() => listFormats(this.formats, this.template.saved));
  readonly browsers = $derived.by(() => browsersOf(this.formats));
  /** Newest first. */
  readonly recentFormats = $derived.by(() =>
    this.#account.recentCopies.all.map(({ choices }) => this.#choiceOf(choices.format, choices.template)),
  );
  readonly formatInfo = $derived.by(() => this.formats.find((format) => format.name === this.format) ?? null);
  /** Last used, then common; they keep their places. */
  quickFormats = $state.raw<readonly FormatChoice[]>([]);
  /** A format may decide it. */
  readonly usedProtocol = $derived.by(() => this.formatInfo?.protocol ?? this.protocol);
  /** As a preset stores them; null: incomplete or invalid. */
  readonly choices = $derived.by<ExportChoices | null>(() => {
    const options = this.options.value;
    if (this.format === '' || options === null) return null;
    if (this.isTemplate && this.template.problem !== null) return null;
    if (this.ruleId !== null) {
      return {
        proxyUserId: null,
        proxies: { kind: 'ids', ids: [] },
        gatewayRuleId: this.ruleId,
        format: this.format,
        template: this.isTemplate ? this.template.text : undefined,
        protocol: this.usedProtocol,
        ip: this.ip,
      };
    }
    return {
      proxyUserId: this.users.chosenId === '' ? null : this.users.chosenId,
      proxies: this.#proxies,
      sort: this.target === null ? this.preset?.choices?.sort : this.#sort,
      format: this.format,
      template: this.isTemplate ? this.template.text : undefined,
      options,
      protocol: this.usedProtocol,
      ip: this.ip,
    };
  });
  /** Null: as received, or shuffled. */
  readonly orderText = $derived.by(() => {
    const { sort = [], options } = this.choices ?? {};
    if (sort.length === 0 || options?.shuffleSeed !== undefined) return null;
    const columns = this.#account.columns.proxies.all;
    const names = sort.map(({ field, isDescending }) => {
      const label = columns.find(({ sortField }) => sortField === field)?.label ?? field;
      return isDescending ? `${label}, descending` : label;
    });
    return `by ${names.join(', then ')}`;
  });
  readonly request = $derived.by<ExportRequest | null>(() => {
    return this.choices && { accountId: this.#account.id, ...this.choices };
  });

  /** Since taking the preset. */
  readonly isChanged = $derived.by(() => {
    const choices = this.choices;
    const saved = this.preset?.choices;
    return choices !== null && saved != null && !isSameChoices(saved, choices);
  });

  /** Its filter, or the number selected. */
  get presetRows(): string {
    const rows = this.preset?.choices?.proxies;
    if (rows?.kind === 'ids') return countOf(rows.ids.length, 'selected proxy', 'selected proxies');
    return rows === undefined || rows.where === '' ? 'All proxies' : rows.where;
  }

  get #proxies(): Rows {
    return this.target?.rows ?? this.preset?.choices?.proxies ?? { kind: 'query', where: '' };
  }

  /** Null: keeps the choices. */
  usePreset(preset: ExportPreset | null): void {
    this.target ??= this.targets[0] ?? null;
    this.preset = preset;
    const choices = preset?.choices;
    if (!choices) return;
    this.ruleId = choices.gatewayRuleId ?? null;
    if (this.ruleId === null) {
      this.target = null;
      this.users.chosenId = choices.proxyUserId ?? '';
    }
    this.format = choices.format;
    if (choices.template !== undefined) this.template.take(choices.template);
    this.protocol = choices.protocol;
    this.ip = choices.ip;
    this.options.load(choices.options ?? {});
  }

  get isTemplate(): boolean {
    return this.format === templateFormat;
  }

  /** Several files can't be copied. */
  get makesSeveralFiles(): boolean {
    const { proxiesPerFile, sharing } = this.options.value ?? {};
    return proxiesPerFile !== undefined || sharing === 'file-each';
  }

  /** As `chooseFormat` takes it. */
  get formatChoice(): string {
    return this.#choiceOf(this.format, this.template.text);
  }

  /**
   * Takes a format, or a template as `template:ID`, with its last protocol and IP version.
   *
   * @param typed may name a browser
   */
  chooseFormat(choice: string, typed = ''): void {
    const [name = '', id] = choice.split(':', 2);
    const isSaved = name === templateFormat && id !== undefined;
    this.format = isSaved ? templateFormat : choice === browserChoice ? this.#findBrowser(typed) : choice;
    if (isSaved) this.template.use(Number(id));
    else if (this.isTemplate) this.template.resume();
    const last = this.#account.recentCopies.all.find(({ choices }) => choices.format === this.format);
    if (last === undefined || this.#testedOver !== null) return;
    // Address forms belong to the format, conditions to the job.
    this.protocol = last.choices.protocol;
    this.ip = last.choices.ip;
  }

  /** Null: not chosen by results. */
  get #testedOver(): TestedOver | null {
    const { run, rows } = this.target ?? {};
    if (run) return testedOver(run);
    const parsed = parseQuery((rows && filterOf(rows)) ?? '', 'proxies');
    const id = parsed.ok ? runOfQuery(parsed.query) : null;
    return testedOver(this.#account.tests.runs.find((one) => one.id === id));
  }

  /** Named, last used, or first. */
  #findBrowser(typed: string): string {
    const named = this.browsers.filter(({ name, label }) => typed !== '' && matchWords(`${label} ${name}`, typed));
    const used = this.#account.recentCopies.all.map(({ choices }) => choices.format);
    const names = this.browsers.map(({ name }) => name);
    return named[0]?.name ?? used.find((format) => names.includes(format)) ?? names[0] ?? '';
  }

  #choiceOf(format: string, template: string | undefined): string {
    if (this.browsers.some(({ name }) => name === format)) return browserChoice;
    const saved = this.template.saved.find(({ text }) => text === template);
    return format === templateFormat && saved ? `${templateFormat}:${saved.id}` : format;
  }

  constructor(account: AccountState, request: Pick<DialogProps['export'], 'target' | 'preset' | 'format' | 'ruleId'>) {
    this.#account = account;
    this.template = new TemplateForm(account.id);
    this.targets = offerTargets(account, request.target);
    this.target = request.target;
    this.#sort = presentOrder(account);
    this.users = new UserChoices(account, request.target.userId ?? '');
    this.#firstPreset = request.preset ?? null;
    this.#firstFormat = request.format ?? null;
    this.ruleId = request.ruleId ?? null;
  }

  /** Throws failures. */
  async load(): Promise<void> {
    const [formats, { proxyUserId }] = await Promise.all([
      ask('exports:formats', undefined),
      ask('settings:get-account', { accountId: this.#account.id }),
      this.users.search(''),
      this.template.load(),
      this.#account.gateway.reload(),
    ]);
    this.formats = formats;
    this.hasNoUsers = this.users.found.length === 0;
    const [first] = this.users.found;
    const preferred = this.users.found.find((user) => user.proxy_user_id === proxyUserId) ?? first;
    if (this.users.chosenId === '') this.users.chosenId = preferred?.proxy_user_id ?? '';
    if (this.#firstPreset !== null) this.usePreset(this.#firstPreset);
    else {
      this.#useLast();
      const tested = this.#testedOver;
      if (tested !== null) {
        this.protocol = tested.protocol;
        this.ip = tested.ip;
      }
    }
    if (this.#firstFormat !== null) this.chooseFormat(this.#firstFormat);
    else if (this.#firstPreset === null && this.template.resume()) this.format = templateFormat;
    this.quickFormats = pickQuickFormats(this.formatChoices, [this.formatChoice, ...this.recentFormats]);
    this.isLoading = false;
  }

  /** As in the last export; the first time only the format. */
  #useLast(): void {
    const wanted = this.#account.app.settings.exportFormat;
    if (this.formats.some(({ name }) => name === wanted)) {
      this.chooseFormat(wanted);
      return;
    }
    const last = this.#account.recentCopies.all[0]?.choices;
    const isKnown = this.formats.some(({ name }) => name === last?.format);
    if (last === undefined || !isKnown) {
      this.format = this.formats[0]?.name ?? '';
      return;
    }
    this.format = last.format;
    this.protocol = last.protocol;
    this.ip = last.ip;
    if (last.template !== undefined) this.template.take(last.template);
    this.options.load(last.options ?? {});
    // They belong to their preset.
    this.options.dropOfCommandLine();
  }
}

/** Compares choices without the order of fields. */
export const isSameChoices = (one: ExportChoices, other: ExportChoices): boolean =>
  JSON.stringify(order(one)) === JSON.stringify(order(other));

function order(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(order);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined && JSON.stringify(field) !== '{}')
    .map(([name, field]) => [name, order(field)] as const);
  return Object.fromEntries(fields.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Without a field; presets of the command line may have them. */
const commandLineOptions = [
  'perCountry',
  'proxiesPerFile',
  'labels',
] as const satisfies readonly (keyof ExportOptions)[];

export class ExportOptionsForm {
  readonly fields = new OptionsForm(exportOptionRows);
  otherUserIds = $state.raw<readonly string[]>([]);
  isShuffled = $state(false);
  /** Null: one is invalid. */
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
  readonly setCount = $derived.by(
    () => Object.entries(this.value ?? {}).filter(([name, value]) => name !== 'sharing' && value !== undefined).length,
  );

  /** "Maximum per country 5". */
  readonly ofCommandLine = $derived.by(() =>
    commandLineOptions
      .filter((key) => this.fields.texts[key] !== '')
      .map((key) => `${exportOptionRows[key].label} ${this.fields.texts[key] ?? ''}`),
  );

  dropOfCommandLine(): void {
    for (const key of commandLineOptions) this.fields.texts[key] = '';
  }

  load(options: ExportOptions): void {
    this.otherUserIds = options.otherUserIds ?? [];
    this.isShuffled = options.shuffleSeed !== undefined;
    this.fields.load(options);
  }

  get isFull(): boolean {
    return this.otherUserIds.length >= maxExportUsers - 1;
  }

  toggleUser(id: string): void {
    const others = this.otherUserIds.filter((other) => other !== id);
    if (others.length < this.otherUserIds.length) this.otherUserIds = others;
    else if (!this.isFull) this.otherUserIds = [...others, id];
  }
}
