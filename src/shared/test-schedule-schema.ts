import { z } from 'zod';
import { longestFilter } from './filter/query-term.ts';
import { localTestSettings } from './local-test-schema.ts';
import type { TestSchedule } from './test-schedule.ts';

/** What is read of a saved schedule. */
export const testScheduleSchema = z.strictObject({
  everyHours: z.int().min(1).max(1000),
  where: z.string().max(longestFilter),
  urls: z.array(z.string().max(2000)).min(1).max(50).readonly(),
  proxyUserId: z.string().max(1000).nullable(),
  settings: localTestSettings.nullable(),
}) satisfies z.ZodType<TestSchedule>;
