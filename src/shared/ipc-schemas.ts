import { z } from 'zod';
import { syncIntervals } from './settings.ts';
import { availabilityGroups } from './availability.ts';
import { isBoundedJsonObject } from './bounded-json.ts';
import { exportChoicesSchema, idsSchema, selectionSchema } from './export-schema.ts';
import type { RequestName, Requests } from './ipc.ts';
import type { JsonObject } from './json.ts';
import { longestFilter } from './query-term.ts';
import { referenceKinds } from './reference.ts';
import { savedKinds } from './saved.ts';
import { syncResources } from './sync.ts';
import { annotatedLists, maxNote, maxTagName, tagColors } from './tag.ts';

const id = z.string().min(1).max(200);
const where = z.string().max(longestFilter);
const none = z.undefined();
const count = z.int().min(0);
const ofAccount = z.strictObject({ accountId: id });
const byId = z.strictObject({ accountId: id, id: z.string().min(1).max(1000) });
const counted = z.strictObject({ accountId: id, where });
const chosen = counted.extend({ ids: idsSchema });
const key = z.string().min(1).max(4096);
const list = z.strictObject({
  accountId: id,
  where,
  sort: z.array(z.strictObject({ field: z.string().max(100), isDescending: z.boolean() })).max(8),
  offset: count,
  limit: count.max(10_000),
});
const refreshable = { refresh: z.boolean().optional() };
const usageKind = z.enum(['residential', 'mobile']);
const grouped = z.strictObject({
  accountId: id,
  groupBy: z.array(z.enum(availabilityGroups)).max(availabilityGroups.length),
});
const edited = z.strictObject({
  cancel_comment: z.string().max(10_000).optional(),
  cancel_feedback: z.string().max(10_000).optional(),
  payment_method_id: z.string().max(1000).optional(),
  service_is_automatic_collection: z.boolean().optional(),
  service_is_pending_cancellation: z.boolean().optional(),
  // Its limits are the client's, which says which one is broken.
  service_metadata: z.custom<JsonObject>(isBoundedJsonObject).optional(),
});
const selection = selectionSchema;
const exported = exportChoicesSchema.extend({ accountId: id });
const tagName = z.string().max(maxTagName);
const annotated = ofAccount.extend({ list: z.enum(annotatedLists), rows: selection });

/** Checks what a window sends before any handler sees it. */
export const requestSchemas: {
  readonly [K in RequestName]: z.ZodType<Requests[K]['args']>;
} = {
  'accounts:list': none,
  'accounts:add': z.strictObject({
    name: z.string().max(200),
    baseUrl: z.string().max(2000),
    publicKey: key,
    privateKey: key,
    keysInMemory: z.boolean().optional(),
  }),
  'accounts:add-demo': z.strictObject({ proxyCount: count.max(1_000_000).optional() }),
  'accounts:select': ofAccount,
  'accounts:set-keys': z.strictObject({
    accountId: id,
    baseUrl: z.string().max(2000),
    publicKey: key,
    privateKey: key,
    keysInMemory: z.boolean().optional(),
  }),
  'accounts:check': ofAccount,
  'accounts:try': z.strictObject({
    baseUrl: z.string().max(2000),
    publicKey: key,
    privateKey: key,
  }),
  'accounts:remove': ofAccount,
  'accounts:set-aside': ofAccount,
  'sync:run': z.strictObject({
    accountId: id,
    acceptEmpty: z.boolean().optional(),
    only: z.array(z.enum(syncResources)).min(1).max(syncResources.length).optional(),
  }),
  'sync:cancel': ofAccount,
  'sync:state': ofAccount,
  'sync:plan': ofAccount,
  'proxies:list': list,
  'proxies:count': counted,
  'proxies:facets': counted,
  'proxies:get': byId,
  'proxies:still-found': chosen,
  'filter:complete': z.strictObject({
    accountId: id,
    list: z.enum(['proxies', 'services', 'users', 'ledger']),
    text: where,
    caret: count.max(longestFilter),
  }),
  'services:list': list,
  'services:count': counted,
  'services:still-found': chosen,
  'services:get': byId,
  'users:list': list,
  'users:count': counted,
  'users:get': byId,
  'users:reveal-password': byId,
  'users:copy-password': byId,
  'users:copy-credentials': byId,
  'proxies:retrieve': byId,
  'services:retrieve': byId,
  'users:retrieve': byId,
  'services:edit': byId.extend({ changes: edited }),
  'usage:summaries': ofAccount,
  'usage:ledger': list,
  'usage:ledger-count': counted,
  'usage:entry': byId.extend({ kind: usageKind, ...refreshable }),
  'usage:mobile-entries': ofAccount,
  'catalog:get': ofAccount.extend(refreshable),
  'customer:get': ofAccount.extend(refreshable),
  'availability:search': grouped,
  'availability:kept': grouped,
  'reference:get': byId.extend({ kind: z.enum(referenceKinds), ...refreshable }),
  'adjustments:of-service': z.strictObject({ accountId: id, serviceId: byId.shape.id }),
  'adjustments:get': byId.extend(refreshable),
  'access:check': z.strictObject({ accountId: id, proxies: selection }),
  'clipboard:copy-secret': z.strictObject({ text: z.string().min(1).max(1_000_000) }),
  'exports:formats': none,
  'exports:preview': exported.extend({ revealSecrets: z.boolean() }),
  'exports:copy': exported,
  'exports:save': exported,
  'exports:show-saved': z.strictObject({ savedId: count }),
  'exports:copy-path': z.strictObject({ savedId: count }),
  'exports:drag': exported,
  'exports:drag-start': z.strictObject({ dragId: count }),
  'exports:confirm': exported,
  'presets:list': ofAccount,
  'presets:put': ofAccount.extend({
    name: z.string().trim().min(1).max(200),
    choices: exportChoicesSchema,
    id: count.optional(),
  }),
  'presets:remove': ofAccount.extend({ id: count }),
  'presets:refresh': ofAccount.extend({ id: count, isRefreshed: z.boolean() }),
  'presets:save': ofAccount.extend({ id: count, asksFile: z.boolean() }),
  'tests:start': z.strictObject({
    accountId: id,
    proxies: selection,
    urls: z.array(z.string().max(2000)).min(1).max(50),
    proxyUserId: z.string().min(1).max(1000).optional(),
  }),
  'tests:cancel': z.strictObject({ accountId: id, testRunId: z.int() }),
  'tests:list': ofAccount,
  'tests:failed': z.strictObject({ accountId: id, testRunId: z.int() }),
  'tests:results': z.strictObject({
    accountId: id,
    testRunId: z.int(),
    only: z.enum(['all', 'failed', 'succeeded']),
    offset: count,
    limit: count.max(10_000),
  }),
  'saved:list': ofAccount.extend({ kind: z.enum(savedKinds) }),
  'saved:put': ofAccount.extend({
    kind: z.enum(savedKinds),
    name: z.string().trim().min(1).max(200),
    content: z.custom<JsonObject>(isBoundedJsonObject),
    id: count.optional(),
    position: count.optional(),
  }),
  'saved:remove': ofAccount.extend({ id: count }),
  'requests:cancel': z.strictObject({ request: count }),
  'tags:list': ofAccount,
  'tags:put': ofAccount.extend({
    id: z.int().optional(),
    name: tagName.optional(),
    color: z.enum(tagColors).optional(),
  }),
  'tags:remove': ofAccount.extend({ id: z.int() }),
  'tags:change': annotated.extend({
    add: z.array(tagName).max(100),
    remove: z.array(tagName).max(1000),
  }),
  'notes:put': annotated.extend({
    note: z.string().max(maxNote).nullable(),
    isContinued: z.boolean().optional(),
  }),
  'annotations:of': annotated,
  'edits:undo': ofAccount.extend({ id: z.int().optional() }),
  'edits:redo': ofAccount,
  'settings:get': none,
  'settings:set': z.strictObject({
    theme: z.enum(['system', 'light', 'dark']).optional(),
    clipboardClearSeconds: count.max(3600).optional(),
    syncIntervalMinutes: z.literal(syncIntervals).optional(),
    installUpdates: z.boolean().optional(),
  }),
};
