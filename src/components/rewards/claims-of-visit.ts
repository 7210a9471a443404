import type { Scope } from '../../../sync/client.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';

/** Rewards claimed since the app started: the UTC day of each claim. */
export interface ClaimsOfVisit {
  plays: string | null;
  login: string | null;
}

const visits = new WeakMap<Scope, LiveValue<ClaimsOfVisit>>();

/** The claims of this visit, shared by all parts of the app (S-12). */
export function claimsOfVisit(scope: Scope): LiveValue<ClaimsOfVisit> {
  const visit = visits.get(scope) ?? createLive<ClaimsOfVisit>({ plays: null, login: null });
  visits.set(scope, visit);
  return visit;
}
