import { actionOf } from '../model/actions.ts';
import type { Upcaster } from '../model/define-action.ts';

/**
 * Converts an action's payload to this app's version (SY-21). Unknown kinds and newer versions stay unchanged: the server may know them.
 */
export function upcast(
  action: { kind: string; v: number; payload: Record<string, unknown> },
  upcastersOf: (kind: string) => readonly Upcaster[] = (kind) => actionOf(kind)?.upcasters ?? [],
): { v: number; payload: Record<string, unknown> } {
  const steps = upcastersOf(action.kind).slice(action.v - 1);
  return {
    v: action.v + steps.length,
    payload: steps.reduce((payload, upcaster) => upcaster(payload), action.payload),
  };
}
