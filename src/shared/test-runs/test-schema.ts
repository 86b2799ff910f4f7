import { z } from 'zod';
import { isTestUrl, type LocalTestSettings } from './test-run.ts';
import type { TestSchedule } from './test-schedule.ts';
import { parseQuery } from '../filter/query.ts';
import { longestFilter } from '../filter/query-term.ts';

const judgeUrl = z
  .string()
  .max(2000)
  .refine(isTestUrl, 'A judge has a full http:// or https:// URL.');
const text = z.string().max(10_000);
const status = z.int().min(100).max(599);

/** How this machine tests, within limits that neither it nor a target notices. */
export const localTestSettings = z.strictObject({
  protocol: z.enum(['http', 'socks5']),
  ip: z.enum(['4', '6']),
  repeatCount: z.int().min(1).max(50),
  concurrency: z.int().min(1).max(1000),
  timeoutMs: z.int().min(100).max(120_000),
  requestsPerSecond: z.number().positive().max(10_000).nullable(),
  maxBytes: z.int().min(1).nullable(),
  rule: z.strictObject({
    statuses: z
      .array(z.tuple([status, status]).readonly())
      .max(50)
      .readonly(),
    contains: text,
    lacks: text,
    maxMs: z.int().min(1).max(600_000).nullable(),
  }),
  judgeUrl: judgeUrl.nullable(),
}) satisfies z.ZodType<LocalTestSettings>;

/** A schedule whose test can begin: it is checked when it is saved, and again when it is read. */
export const testScheduleSchema = z.strictObject({
  everyHours: z.int().min(1).max(1000),
  // Schedules of earlier versions have none.
  viewId: z.int().nullable().default(null),
  where: z
    .string()
    .max(longestFilter)
    .refine((where) => parseQuery(where, 'proxies').ok),
  urls: z.array(z.string().max(2000).refine(isTestUrl)).min(1).max(50).readonly(),
  proxyUserId: z.string().max(1000).nullable(),
  settings: localTestSettings.nullable(),
}) satisfies z.ZodType<TestSchedule>;
