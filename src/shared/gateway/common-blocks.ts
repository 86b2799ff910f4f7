/**
 * A list to start with: well-known hosts of ads, trackers, fonts and images that pages load from elsewhere and scrapers seldom need.
 * Their lines are added when the user wants them, and are then lines like any other.
 */
export const commonBlocks: readonly { readonly name: string; readonly hosts: readonly string[] }[] = [
  {
    name: 'ads',
    hosts: [
      '*.doubleclick.net',
      '*.googlesyndication.com',
      '*.googleadservices.com',
      '*.amazon-adsystem.com',
      '*.adnxs.com',
      '*.adsrvr.org',
      '*.criteo.com',
      '*.criteo.net',
      '*.pubmatic.com',
      '*.rubiconproject.com',
      '*.openx.net',
      '*.taboola.com',
      '*.outbrain.com',
    ],
  },
  {
    name: 'trackers',
    hosts: [
      '*.google-analytics.com',
      '*.googletagmanager.com',
      '*.facebook.net',
      '*.hotjar.com',
      '*.clarity.ms',
      '*.scorecardresearch.com',
      '*.quantserve.com',
      '*.segment.io',
      '*.mixpanel.com',
      '*.fullstory.com',
      '*.newrelic.com',
      '*.nr-data.net',
    ],
  },
  {
    name: 'fonts and images',
    hosts: [
      'fonts.googleapis.com',
      'fonts.gstatic.com',
      'use.typekit.net',
      'p.typekit.net',
      'use.fontawesome.com',
      '*.gravatar.com',
      'i.ytimg.com',
    ],
  },
];
