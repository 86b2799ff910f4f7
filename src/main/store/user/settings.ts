import { parseObject, stringifyJson } from '../../../shared/json.ts';
import { accountSettingRows, readSettings, type AccountSettings } from '../../../shared/settings.ts';
import type { StoreContext } from '../context.ts';

type Changes = { readonly [K in keyof AccountSettings]?: AccountSettings[K] | undefined };

/** The settings of one account. */
export function createAccountSettings({ writer }: StoreContext) {
  const get = (): AccountSettings => {
    const rows = writer.objects<{ name: string; value: string }>('SELECT name, value FROM user.setting');
    const stored = rows.map(({ name, value }) => [name, parseObject(value)['value']]);
    return readSettings(accountSettingRows, Object.fromEntries(stored) as Record<string, unknown>);
  };
  return {
    get,
    /** Changes some settings; the others stay as they are. */
    set: (changes: Changes): AccountSettings =>
      writer.transact(() => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) continue;
          writer.run('INSERT OR REPLACE INTO user.setting VALUES (?, ?)', name, stringifyJson({ value }));
        }
        return get();
      }),
  };
}
