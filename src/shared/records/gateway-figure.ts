import type { FieldTable, ShownFields } from './field.ts';

export const figureSubjects = ['host', 'proxy', 'network', 'service', 'rule'] as const;
export type FigureSubject = (typeof figureSubjects)[number];

/** Whole hours or days of UTC before the present one. */
export const figurePeriods = ['1h', '24h', '7d', '30d'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

export const defaultFigures = { by: 'host', period: '7d' } as const satisfies {
  readonly by: FigureSubject;
  readonly period: FigurePeriod;
};

/** A record of this app. */
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
