import type { Upcaster } from '../../../sync/model/define-action.ts';

/** In version 2 of the app a vote has a weight; in version 1 it had stars (SY-21). */
const voteSteps: readonly Upcaster[] = [({ stars, ...payload }) => ({ ...payload, weight: stars })];

export function upcastersOf(appVersion: number): (kind: string) => readonly Upcaster[] {
  return (kind) => (kind === 'vote' ? voteSteps.slice(0, appVersion - 1) : []);
}
