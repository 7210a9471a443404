import type { Scope } from '../../../sync/client.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';

/** The UTC day of each reward's claim since the app started; null without a claim. */
export interface ClaimsOfVisit {
  plays: string | null;
  login: string | null;
}

const claimsByScope = new WeakMap<Scope, LiveValue<ClaimsOfVisit>>();

/** The claims of this visit, shared by all parts of the app (S-12). */
export function claimsOfVisit(scope: Scope): LiveValue<ClaimsOfVisit> {
  const claims = claimsByScope.get(scope) ?? createLive<ClaimsOfVisit>({ plays: null, login: null });
  claimsByScope.set(scope, claims);
  return claims;
}
