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
  id: matchCode(['r.service_id']),
  name: matchName(['r.service_name']),
  type: matchCode(['r.service_type']),
  protocol: matchCode(['r.service_protocol']),
  status: matchCode(['r.service_status']),
  country: matchCode(['r.country_id']),
  cycle: matchCode(['r.service_cycle']),
  quantity: matchNumber('r.service_quantity'),
  total: matchNumber('r.service_total'),
  created: matchDatetime('r.service_creation_datetime'),
  expires: matchDatetime('r.service_expiry_datetime'),
  updated: matchDatetime('r.service_last_update_datetime'),
  renews: matchFlag('r.service_is_automatic_collection'),
  canceling: matchFlag('r.service_is_pending_cancellation'),
  tag: matchTag('services'),
  note: matchNote('services'),
};

/** A bare word: anywhere in the id, the name, the tags or the note. */
export const serviceWord = (word: string): Condition =>
  either([isPartOf(['r.service_id', 'r.service_name'], word), ...annotationWord('services', word)]);
