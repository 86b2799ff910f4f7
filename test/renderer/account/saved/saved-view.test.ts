import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import {
  isSameLook,
  readView,
  writeLook,
  type ListLook,
} from '../../../../src/renderer/account/saved/saved-views.svelte.ts';

const look: ListLook = {
  list: 'proxies',
  where: 'country:US',
  sort: [
    { field: 'proxy_http_port', isDescending: true },
    { field: 'city_name', isDescending: false },
  ],
  columns: { shown: { address: true, network: false }, widthsPx: { http: 80 } },
};
const item = (content: JsonObject) => ({ id: 4, kind: 'view', name: 'Mine', position: 2, content }) as const;

describe('a saved view', () => {
  it('comes back as it was saved', () => {
    const view = readView(item(writeLook(look)));
    expect(view).toEqual({ ...look, id: 4, name: 'Mine', position: 2 });
    expect(view && isSameLook(view, look)).toBe(true);
    expect(isSameLook({ ...look, where: '' }, look)).toBe(false);
  });

  it('of an unknown list is passed over, and odd content is left out', () => {
    expect(readView(item({ list: 'hats' }))).toBeNull();
    expect(readView(item({ list: 'toString' }))).toBeNull();
    expect(readView(item({ list: 'proxy_users', where: 5, sort: [1, {}], columns: [] }))).toMatchObject({
      list: 'proxy_users',
      where: '',
      sort: [],
      columns: { shown: {}, widthsPx: {} },
    });
  });
});
