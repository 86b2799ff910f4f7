import { expect, test } from 'vitest';
import { readPlace } from '../../../../src/renderer/account/saved/saved-place.svelte.ts';

test('a saved place is read, and what this version cannot use is left out', () => {
  const place = {
    view: 'services',
    areFacetsOpen: false,
    isInspectorOpen: true,
    panesPx: { filters: 240, details: 'wide' },
    lists: {
      proxies: {
        where: 'country:US',
        sort: [{ field: 'proxy_type', isDescending: true }],
        topPx: 90,
      },
      services: { where: 'nonsense:1', sort: 'none', topPx: null },
      unknown: {},
    },
  };
  expect(readPlace(place)).toEqual({
    view: 'services',
    areFacetsOpen: false,
    isInspectorOpen: true,
    panesPx: { filters: 240 },
    lists: {
      proxies: place.lists.proxies,
      services: { where: '', sort: [], topPx: 0 },
    },
  });
  const nothing = {
    view: null,
    areFacetsOpen: null,
    isInspectorOpen: null,
    panesPx: {},
    lists: {},
  };
  expect(readPlace({ view: 'elsewhere' })).toEqual(nothing);
  expect(readPlace(null)).toBeNull();
});
