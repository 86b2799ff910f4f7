/** Outlines on a grid of 16, drawn with a stroke. */
export const icons = {
  proxies: 'M2.5 3.5h11v4h-11zM2.5 8.5h11v4h-11zM5 5.5h.01M5 10.5h.01',
  services: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6',
  users:
    'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.75 13.5c.6-2.3 2.6-3.5 5.25-3.5s4.65 1.2 5.25 3.5',
  tests: 'M2 8.5h2.5l2-5 3 9 2-4H14',
  usage: 'M2.5 13.5h11M4 11V8M7 11V4.5M10 11V6.5M13 11V3',
  catalog: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  availability:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c1.8 1.7 2.6 3.7 2.6 6S9.800 12.300 8 14M8 2C6.200 3.700 5.400 5.700 5.400 8s.8 4.300 2.600 6',
  chevron: 'M4.5 6.5L8 10l3.5-3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  sync: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2.5V5H9.5M4 13.5V11h2.5',
  filters: 'M2.5 3.5h11v9h-11zM6 3.5v9',
  inspector: 'M2.5 3.5h11v9h-11zM10 3.5v9',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  check: 'M3.5 8.5l3 3 6-7',
  plus: 'M8 3v10M3 8h10',
  settings: 'M2 4.5h6.500M11.500 4.500H14M10 3v3M2 11.500h2.500M7.500 11.500H14M6 10v3',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z',
  offline:
    'M2 2l12 12M4.500 6.500a3 3 0 0 0 0 6h6.500M6.500 4.200A3.500 3.500 0 0 1 11.500 7a2.800 2.800 0 0 1 1.800 4.500',
  export: 'M5 11l6-6M6 5h5v5',
  view: 'M4 2.500h8v11l-4-3-4 3z',
  command: 'M6 4.500L9.500 8 6 11.500',
  tag: 'M2.500 2.500H8l5.500 5.500L8 13.500 2.500 8zM5.200 5.200h.01',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.5h.01',
} as const;

export type IconName = keyof typeof icons;
