import type { NoticeKind } from '../../../shared/notifications.ts';
import type { StoreContext } from '../context.ts';

/** Occasions are forgotten after this time; none of them lasts so long. */
const keptMs = 400 * 24 * 60 * 60 * 1000;

/** The occasions that the user was notified of. */
export function createNotified({ writer }: StoreContext) {
  return {
    /** Notes occasions of a kind; returns the keys of those that are new. */
    add: (kind: NoticeKind, keys: readonly string[], nowMs: number): readonly string[] =>
      writer.transact(() => {
        writer.run('DELETE FROM user.noticed WHERE noticed_at_ms < ?', nowMs - keptMs);
        return keys.filter(
          (key) => writer.prepare('INSERT OR IGNORE INTO user.noticed VALUES (?, ?, ?)').run(kind, key, nowMs) > 0,
        );
      }),
  };
}
