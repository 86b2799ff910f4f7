import type { FieldTable, ShownFields } from './field.ts';

/** Ways of lines that use no proxy: figures have the hosts that went directly, and those that lines blocked. */
export const proxylessSubjects = ['direct', 'blocked'] as const;
type ProxylessSubject = (typeof proxylessSubjects)[number];
/** What figures of the gateway are about; without a proxy there are hosts alone. */
export const figureSubjects = ['host', 'proxy', 'network', 'service', 'rule', ...proxylessSubjects] as const;
export type FigureSubject = (typeof figureSubjects)[number];
export const isProxyless = (subject: FigureSubject): subject is ProxylessSubject =>
  proxylessSubjects.some((one) => one === subject);

/** Whether figures count every proxy that was tried for a request, not the request. */
export const countsTries = (subject: FigureSubject): boolean =>
  subject === 'proxy' || subject === 'network' || subject === 'service';

/** Whole hours or days of UTC before the present one. */
export const figurePeriods = ['1h', '24h', '7d', '30d'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

/** The hours of a period in the log, which goes back to the minute. */
export const periodHours: { readonly [P in FigurePeriod]: number } = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

/** What a filter without `by` and `period` asks for. */
export const defaultFigures = { by: 'host', period: '7d' } as const satisfies {
  readonly by: FigureSubject;
  readonly period: FigurePeriod;
};

/** Figures of one subject of the gateway; a record of this app. */
export const figureFields = {
  figure_id: { kind: 'id', label: 'ID' },
  by: { kind: 'code', label: 'Figures of' },
  period: { kind: 'code', label: 'Period' },
  name: { kind: 'text', label: 'Name' },
  proxy_id: { kind: 'text-id', label: 'Proxy ID' },
  service_id: { kind: 'text-id', label: 'Service' },
  requests: { kind: 'integer', label: 'Requests' },
  failed: { kind: 'integer', label: 'Fail' },
  works_percent: { kind: 'number', label: 'Works' },
  p50_ms: { kind: 'integer', label: 'p50 (ms)' },
  bytes: { kind: 'bytes', label: 'Data' },
  received_bytes: { kind: 'bytes', label: 'Received' },
  sent_bytes: { kind: 'bytes', label: 'Sent' },
  cost: { kind: 'money', label: 'Cost' },
} as const satisfies FieldTable;

/** `name` '': the rarest together, or without network or service. */
export type FigureRow = ShownFields<typeof figureFields>;

/** What a row of figures has in one hour or day of its period. */
export interface FigurePoint {
  /** In UTC: `2026-11-27`, or with an hour `2026-11-27T13`. */
  readonly starts_at: string;
  readonly requests: number;
  readonly failed: number;
}
