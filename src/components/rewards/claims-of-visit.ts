import type { Scope } from '../../../sync/client.ts';
import { createStore, type Store } from '../../engine/store.ts';

/** What was claimed since the app was opened: the UTC day of each. */
export interface ClaimsOfVisit {
  plays: string | null;
  login: string | null;
}

const visits = new WeakMap<Scope, Store<ClaimsOfVisit>>();

/** The claims of this person's visit, wherever in the app they were made (S-12). */
export function claimsOfVisit(scope: Scope): Store<ClaimsOfVisit> {
  const visit = visits.get(scope) ?? createStore<ClaimsOfVisit>({ plays: null, login: null });
  visits.set(scope, visit);
  return visit;
}
