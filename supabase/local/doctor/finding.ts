import { StartError } from '../start-error.ts';

export interface Finding {
  /** What was checked, with its value. */
  readonly checked: string;
  readonly state: 'ok' | 'warning' | 'wrong';
  /** What is wrong and what to do. Empty for `ok`. */
  readonly advice: string;
}

export const ok = (checked: string): Finding => ({ checked, state: 'ok', advice: '' });
export const warning = (checked: string, advice: string): Finding => ({ checked, state: 'warning', advice });
export const wrong = (checked: string, advice: string): Finding => ({ checked, state: 'wrong', advice });

/** Runs a check. The message of a `StartError` becomes the advice. */
export async function asFinding(checked: string, check: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof StartError) return wrong(checked, error.message);
    throw error;
  }
}
