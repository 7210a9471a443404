import type { Upcaster } from '../../../sync/outbox/kinds.ts';

/** In version 2 of the app a vote has a weight; in version 1 it had stars (SY-21). */
export const voteSteps: Partial<Record<string, Record<number, Upcaster>>> = {
  vote: { 1: ({ stars, ...payload }) => ({ ...payload, weight: stars }) },
};

/** The versions of its payloads that a version of the app speaks. */
export function versionsOf(appVersion: number): Partial<Record<string, number>> {
  return { vote: appVersion };
}
