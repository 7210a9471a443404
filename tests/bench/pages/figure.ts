export interface Figure {
  readonly name: string;
  /** In ms, one per measurement. */
  readonly times: readonly number[];
  readonly budgetMs: number;
}

export const KEY_BUDGET_MS = 50;
export const ROUTE_BUDGET_MS = 100;
export const TASK_BUDGET_MS = 50;
/** Measured rounds. An unmeasured one before them loads code. */
export const ROUNDS = 9;
