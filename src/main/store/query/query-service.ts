import {
  either,
  isPartOf,
  matchCode,
  matchDatetime,
  matchFlag,
  matchName,
  matchNumber,
  type Condition,
  type Matcher,
} from './condition.ts';
import { annotationWord, matchNote, matchTag } from './query-annotation.ts';

/** What the keys of the services list ask; the row is `r`. */
export const serviceMatchers: { readonly [key: string]: Matcher } = {
  id: matchCode('id', ['r.service_id']),
  name: matchName('name', ['r.service_name']),
  type: matchCode('type', ['r.service_type']),
  protocol: matchCode('protocol', ['r.service_protocol']),
  status: matchCode('status', ['r.service_status']),
  country: matchCode('country', ['r.country_id']),
  cycle: matchCode('cycle', ['r.service_cycle']),
  quantity: matchNumber('quantity', 'r.service_quantity'),
  total: matchNumber('total', 'r.service_total'),
  created: matchDatetime('created', 'r.service_creation_datetime'),
  expires: matchDatetime('expires', 'r.service_expiry_datetime'),
  updated: matchDatetime('updated', 'r.service_last_update_datetime'),
  renews: matchFlag('renews', 'r.service_is_automatic_collection'),
  canceling: matchFlag('canceling', 'r.service_is_pending_cancellation'),
  tag: matchTag('services'),
  note: matchNote('services'),
};

/** A bare word: anywhere in the id, the name, the tags or the note. */
export const serviceWord = (word: string): Condition =>
  either([isPartOf(['r.service_id', 'r.service_name'], word), ...annotationWord('services', word)]);
