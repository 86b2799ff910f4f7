import { expect, test } from 'vitest';
import { readLastView } from '../../../../src/renderer/account/saved/last-view.svelte.ts';

test('a saved place is read, and what this version cannot use is left out', () => {
  const saved = {
    view: 'services',
    areFacetsOpen: false,
    isInspectorOpen: true,
    panesPx: { filters: 240, details: 'wide' },
    lists: {
      proxies: { where: 'country:US', sort: [{ field: 'proxy_type', isDescending: true }], topPx: 90 },
      services: { where: 'nonsense:1', sort: 'none', topPx: null },
      unknown: {},
    },
  };
  expect(readLastView(saved)).toEqual({
    view: 'services',
    areFacetsOpen: false,
    isInspectorOpen: true,
    panesPx: { filters: 240 },
    lists: { proxies: saved.lists.proxies, services: { where: '', sort: [], topPx: 0 } },
  });
  const nothing = { view: null, areFacetsOpen: null, isInspectorOpen: null, panesPx: {}, lists: {} };
  expect(readLastView({ view: 'elsewhere' })).toEqual(nothing);
  expect(readLastView(null)).toBeNull();
});
