import { parseStatuses, formatStatuses } from '../../shared/test-runs/status-ranges.ts';
import { defaultLocalTest, type LocalTestSettings } from '../../shared/test-runs/test-run.ts';

/** What the user typed for a test from this machine. Numbers are texts, so that a field can be empty. */
export class LocalTestForm {
  protocol = $state<LocalTestSettings['protocol']>('http');
  ip = $state<LocalTestSettings['ip']>('4');
  repeatCount = $state('');
  concurrency = $state('');
  timeoutSeconds = $state('');
  requestsPerSecond = $state('');
  maxMegabytes = $state('');
  statuses = $state('');
  contains = $state('');
  lacks = $state('');
  maxMs = $state('');
  judgeUrl = $state('');

  constructor(earlier: LocalTestSettings | null) {
    const { rule, ...settings } = earlier ?? defaultLocalTest;
    this.protocol = settings.protocol;
    this.ip = settings.ip;
    this.repeatCount = String(settings.repeatCount);
    this.concurrency = String(settings.concurrency);
    this.timeoutSeconds = String(settings.timeoutMs / 1000);
    this.requestsPerSecond = textOf(settings.requestsPerSecond);
    this.maxMegabytes = textOf(settings.maxBytes === null ? null : settings.maxBytes / 1e6);
    this.statuses = formatStatuses(rule.statuses);
    this.contains = rule.contains;
    this.lacks = rule.lacks;
    this.maxMs = textOf(rule.maxMs);
    this.judgeUrl = settings.judgeUrl ?? '';
  }

  /** The name of the first field that has to be corrected; null: none. */
  readonly problem = $derived.by(() => {
    const wrong = Object.entries(this.#numbers).find(([, { text, least, most, isOptional }]) => {
      if (text.trim() === '') return !isOptional;
      const value = Number(text);
      return !(value >= least && value <= most);
    });
    if (wrong) return `${wrong[0]}: from ${String(wrong[1].least)} to ${String(wrong[1].most)}.`;
    if (parseStatuses(this.statuses) === null) return 'Status: codes such as 200-299,301.';
    const judge = this.judgeUrl.trim();
    const isUrl = judge === '' || (/^https?:/i.test(judge) && URL.canParse(judge));
    return isUrl ? null : 'Page that shows your address: a full http:// or https:// URL.';
  });

  /** Null: something has to be corrected first. */
  readonly settings = $derived.by((): LocalTestSettings | null => {
    const statuses = parseStatuses(this.statuses);
    if (this.problem !== null || statuses === null) return null;
    const megabytes = numberOf(this.maxMegabytes);
    return {
      protocol: this.protocol,
      ip: this.ip,
      repeatCount: Math.round(Number(this.repeatCount)),
      concurrency: Math.round(Number(this.concurrency)),
      timeoutMs: Math.round(Number(this.timeoutSeconds) * 1000),
      requestsPerSecond: numberOf(this.requestsPerSecond),
      maxBytes: megabytes === null ? null : Math.max(1, Math.round(megabytes * 1e6)),
      rule: {
        statuses,
        contains: this.contains,
        lacks: this.lacks,
        maxMs: numberOf(this.maxMs),
      },
      judgeUrl: this.judgeUrl.trim() === '' ? null : this.judgeUrl.trim(),
    };
  });

  get #numbers() {
    return {
      'Requests per proxy': { text: this.repeatCount, least: 1, most: 50, isOptional: false },
      'Proxies at once': { text: this.concurrency, least: 1, most: 1000, isOptional: false },
      Timeout: { text: this.timeoutSeconds, least: 0.1, most: 120, isOptional: false },
      'Requests per second': {
        text: this.requestsPerSecond,
        least: 0.01,
        most: 10_000,
        isOptional: true,
      },
      'Data limit': {
        text: this.maxMegabytes,
        least: 0.000001,
        most: 10_000_000,
        isOptional: true,
      },
      'Latency at most': { text: this.maxMs, least: 1, most: 600_000, isOptional: true },
    };
  }
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
