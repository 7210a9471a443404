import type { Scope } from '../../../sync/client.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';

/** What was claimed since the app was opened: the UTC day of each. */
export interface ClaimsOfVisit {
  plays: string | null;
  login: string | null;
}

const visits = new WeakMap<Scope, LiveValue<ClaimsOfVisit>>();

/** The claims of this person's visit, wherever in the app they were made (S-12). */
export function claimsOfVisit(scope: Scope): LiveValue<ClaimsOfVisit> {
  const visit = visits.get(scope) ?? createLive<ClaimsOfVisit>({ plays: null, login: null });
  visits.set(scope, visit);
  return visit;
}
