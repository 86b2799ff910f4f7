import type { StoreContext } from '../context.ts';
import { FailureError } from '../../../shared/failure.ts';

const ownerOf = (ruleId: number) => ({
  table: 'gateway_token',
  owner: String(ruleId),
  column: 'token',
});

/** The tokens of the gateway's rules; the store must be unlocked. */
export function createGatewayTokens({ writer, vault }: StoreContext) {
  return {
    /** Undefined: there is none, or it was encrypted with keys that were replaced since. Failure `passwords-locked`. */
    get(ruleId: number): string | undefined {
      const [encrypted] = writer.get('SELECT token FROM user.gateway_token WHERE rule_id = ?', ruleId) ?? [];
      const unlocked = vault();
      if (!Buffer.isBuffer(encrypted)) return undefined;
      try {
        return unlocked.decrypt(ownerOf(ruleId), encrypted);
      } catch (error) {
        if (error instanceof FailureError) return undefined;
        throw error;
      }
    },
    /** Failure `passwords-locked`. */
    put(ruleId: number, token: string): void {
      writer.run(
        'INSERT OR REPLACE INTO user.gateway_token VALUES (?, ?)',
        ruleId,
        vault().encrypt(ownerOf(ruleId), token),
      );
    },
    remove(ruleId: number): void {
      writer.run('DELETE FROM user.gateway_token WHERE rule_id = ?', ruleId);
    },
  };
}
