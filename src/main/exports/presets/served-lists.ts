import { createHash } from 'node:crypto';
import type { ExportChoices } from '../../../shared/exports/export.ts';
import { fail } from '../../../shared/failure.ts';
import { addressOfList, type ListRequest, type ServedList } from '../../../shared/gateway/served-list.ts';
import { createQueue } from '../../../shared/queue.ts';
import type { Store } from '../../store/index.ts';
import { isSameSecret, makeToken } from '../../token.ts';
import type { writeText } from '../files/write.ts';
import { requireOneText } from '../prepare.ts';
import { findPreset, presetKind, requireChoices, type StoredPreset } from './presets.ts';

interface ListSource {
  readonly store: Store;
  /** Unlocks the tokens. Failures of the keychain. */
  readonly unlock: () => Promise<unknown>;
  /** Writes an export as one text, in a thread. */
  readonly makeText: (choices: ExportChoices) => ReturnType<typeof writeText>;
  /** The port of the gateway, or the one that it will have. */
  readonly port: () => number;
}

/** Its text may be forgotten. */
interface Made {
  /** The cache, the records and the choices that it was made of. */
  readonly source: string;
  readonly atMs: number;
  readonly list: Omit<ServedList, 'text' | 'syncedAt'>;
  text: Blob | null;
}

/** The gateway's results change no version, and filters may have ages. */
const longestMs = 60_000;
/** Of all lists; the last used one always stays. */
const maxTextBytes = 64e6;

export type ServedLists = ReturnType<typeof createServedLists>;

/** @param nowMs milliseconds of a clock that nobody sets */
export function createServedLists(source: ListSource, nowMs: () => number = () => performance.now()) {
  const { store, unlock, makeText, port } = source;
  /** By ID of the preset; the last used is the last. */
  const made = new Map<number, Made>();
  const inTurn = createQueue();

  const make = async (preset: StoredPreset, needsText: (tag: string) => boolean): Promise<Made> => {
    const choices = requireChoices(preset);
    const from = JSON.stringify([store.versions(), choices]);
    const known = made.get(preset.id);
    const isFresh = known?.source === from && nowMs() - known.atMs < longestMs;
    if (known && isFresh && (known.text !== null || !needsText(known.list.tag))) return known;
    const { text, writtenCount, skipped } = await makeText(choices);
    const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
    const list = { tag: await hashOf(text), bytes: text.size, writtenCount, skippedCount };
    return { source: from, atMs: nowMs(), list, text };
  };
  const remember = (presetId: number, one: Made): void => {
    made.delete(presetId);
    made.set(presetId, one);
    let bytes = [...made.values()].reduce((sum, { text }) => sum + (text?.size ?? 0), 0);
    for (const other of made.values()) {
      if (bytes <= maxTextBytes || other === one) return;
      bytes -= other.text?.size ?? 0;
      other.text = null;
    }
  };
  /** Forgets what was made of presets that are no longer served, also if they were removed. */
  const forgetOthers = (): void => {
    if (made.size === 0) return;
    const servedIds = store.servedLists.ids();
    for (const presetId of made.keys()) if (!servedIds.has(presetId)) made.delete(presetId);
  };
  const tokenOf = async (presetId: number): Promise<string> => {
    findPreset(store, presetId);
    await unlock();
    return store.whenFree(() => store.servedLists.get(presetId) ?? putToken(store, presetId));
  };
  return {
    /**
     * Null: no list with this name and token. Made again after changes of cache, records or choices, or a minute.
     *
     * @throws FailureError of `prepareExport` and `requireOneText`
     */
    async read({ name, token, knownTags }: ListRequest): Promise<ServedList | null> {
      forgetOthers();
      const presetId = store.saved.idOf(presetKind, name);
      const wanted = presetId === undefined ? undefined : readToken(store, presetId);
      // A name without a list takes as long as a wrong token. No preset is parsed for it.
      const isRight = isSameSecret(token, wanted ?? makeToken());
      if (presetId === undefined || wanted === undefined || !isRight) return null;
      const preset = findPreset(store, presetId);
      const isKnown = (tag: string): boolean => knownTags.includes(tag) || knownTags.includes('*');
      const one = await inTurn(async () => {
        const result = await make(preset, (tag) => !isKnown(tag));
        remember(preset.id, result);
        // Another list may be made before this one is sent.
        return { ...result };
      });
      const { lastCompletedAt: syncedAt } = store.syncs.lastRun();
      return { ...one.list, syncedAt, text: isKnown(one.list.tag) ? null : one.text };
    },
    /**
     * A preset that is served again gets a new token.
     *
     * @throws FailureError `not-found`, `invalid-input` for several files, those of the keychain
     */
    async serve(presetId: number, isServed: boolean): Promise<void> {
      const preset = findPreset(store, presetId);
      if (isServed) {
        requireOneText(requireChoices(preset));
        await tokenOf(presetId);
        return;
      }
      await store.whenFree(() => {
        store.servedLists.remove(presetId);
      });
      forgetOthers();
    },
    /** Presets were removed: their texts have passwords, and go as well. */
    forgetOthers,
    /** Gives a list a new token; the old one is wrong from now on. Failures: those of `address`. */
    async renewToken(presetId: number): Promise<void> {
      requireServed(store, presetId);
      await unlock();
      await store.whenFree(() => putToken(store, presetId));
    },
    /**
     * With the token.
     *
     * @throws FailureError `not-found`, `invalid-input` if it is not served, those of the keychain
     */
    async address(presetId: number): Promise<string> {
      const { name } = requireServed(store, presetId);
      return addressOfList(name, port(), await tokenOf(presetId));
    },
  };
}

/** Undefined: none, or unreadable, which strangers must not learn. */
function readToken(store: Store, presetId: number): string | undefined {
  try {
    return store.servedLists.get(presetId);
  } catch {
    return undefined;
  }
}

function requireServed(store: Store, presetId: number): StoredPreset {
  const preset = findPreset(store, presetId);
  if (preset.isServed) return preset;
  throw fail('invalid-input', `${preset.name} has no local address. Serve it first.`);
}

function putToken(store: Store, presetId: number): string {
  const token = makeToken();
  store.servedLists.put(presetId, token);
  return token;
}

async function hashOf(text: Blob): Promise<string> {
  const hash = createHash('sha256');
  // Blobs of Node are iterable by chunks.
  for await (const chunk of text.stream()) hash.update(chunk);
  return hash.digest('base64url').slice(0, 22);
}
