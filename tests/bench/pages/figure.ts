export interface Figure {
  readonly name: string;
  readonly times: readonly number[];
  readonly budgetMs: number;
}

export const A_KEY_MS = 50;
export const A_ROUTE_MS = 100;
export const A_TASK_MS = 50;
/** Measured rounds. An unmeasured one before them loads code. */
export const ROUNDS = 9;
