/** Kinds of toast: what happened decides the icon, and whether a screen reader is interrupted. */
export type ToastKind = 'success' | 'info' | 'zap' | 'error' | 'warning' | 'waiting';

export interface ToastContent {
  kind: ToastKind;
  title: string;
  text?: string;
  /** Milliseconds until it leaves; null stays until it is closed. */
  duration?: number | null;
  action?: { label: string; run: () => void };
  /** A toast of the same id replaces the one that is shown. */
  id?: string;
}

/** A toast that stands. */
export interface ShownToast extends ToastContent {
  id: string;
}

const MOST_SHOWN = 3;
let shown: readonly ShownToast[] = [];
let made = 0;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and returns its id. At most three stand at a time; the oldest leaves. */
export function toast(content: ToastContent): string {
  const id = content.id ?? `toast-${++made}`;
  publish([...shown.filter((each) => each.id !== id), { ...content, id }].slice(-MOST_SHOWN));
  hold(id);
  release(id);
  return id;
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  hold(id);
  publish(shown.filter((each) => each.id !== id));
}

/** Stops the clock of a toast, while a pointer or the focus rests on it. */
export function hold(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts its clock again. */
export function release(id: string): void {
  const content = shown.find((each) => each.id === id);
  if (!content || content.duration === null) return;
  timers.set(
    id,
    setTimeout(() => dismissToast(id), content.duration ?? 5000),
  );
}

export const toasts = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
