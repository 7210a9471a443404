/** What was measured, in milliseconds, and the most that it may be. */
export interface Figure {
  readonly what: string;
  readonly times: readonly number[];
  readonly budgetMs: number;
}

export const A_KEY_MS = 50;
export const A_ROUTE_MS = 100;
export const A_TASK_MS = 50;
/** How often something is done; the first time, whose code is not there yet, is not counted. */
export const ROUNDS = 9;
