import { z } from 'zod';
import { optionSchemas } from '../options/option-schema.ts';
import { successRows, maxRanges } from './local-test.ts';
import { isTestUrl, localTestRows, longestUrl, maxTestUrls, runRows, type LocalTestSettings } from './test-run.ts';
import type { TestSchedule } from './test-schedule.ts';
import { parseQuery } from '../filter/query.ts';
import { longestFilter } from '../filter/query-term.ts';

/** A run checks the URLs when it begins. */
export const testUrls = z.array(z.string().max(longestUrl)).min(1).max(maxTestUrls).readonly();
export const runSchemas = optionSchemas(runRows, {});

const status = z.int().min(100).max(599);

export const localTestSettings = z.strictObject({
  ...optionSchemas(localTestRows, { judgeUrl: z.string().max(longestUrl) }),
  rule: z.strictObject(
    optionSchemas(successRows, {
      statuses: z
        .array(z.tuple([status, status]).readonly())
        .max(maxRanges)
        .readonly(),
    }),
  ),
}) satisfies z.ZodType<LocalTestSettings>;

/** Checked when saved and when read. */
export const testScheduleSchema = z.strictObject({
  everyHours: z.int().min(1).max(1000),
  // Schedules of earlier versions have none.
  viewId: z.int().nullable().default(null),
  where: z
    .string()
    .max(longestFilter)
    .refine((where) => parseQuery(where, 'proxies').ok),
  urls: testUrls.refine((urls) => urls.every(isTestUrl)),
  proxyUserId: z.string().max(1000).nullable(),
  settings: localTestSettings.nullable(),
}) satisfies z.ZodType<TestSchedule>;
