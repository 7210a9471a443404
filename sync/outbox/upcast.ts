import { actionOf } from '../model/actions.ts';
import type { Upcaster } from '../model/define-action.ts';

/**
 * Lifts a stored payload to the version this app speaks (SY-21). An unknown kind or a newer version (the app was rolled
 * back) is sent as it is: the server may know it.
 */
export function upcast(
  action: { kind: string; v: number; payload: Record<string, unknown> },
  upcastersOf: (kind: string) => readonly Upcaster[] = (kind) => actionOf(kind)?.upcasters ?? [],
): { v: number; payload: Record<string, unknown> } {
  const missing = upcastersOf(action.kind).slice(action.v - 1);
  return {
    v: action.v + missing.length,
    payload: missing.reduce((payload, lift) => lift(payload), action.payload),
  };
}
