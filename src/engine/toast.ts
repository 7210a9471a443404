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
/** What rests on a toast. */
type Holder = 'pointer' | 'focus';
const holders = new Map<string, Set<Holder>>();

function publish(next: readonly ShownToast[]): void {
  for (const { id } of shown)
    if (!next.some((each) => each.id === id)) {
      stopClock(id);
      holders.delete(id);
    }
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and returns its id. At most three stand at a time; the oldest leaves. */
export function toast(content: ToastContent): string {
  const id = content.id ?? `toast-${++made}`;
  publish([...shown.filter((each) => each.id !== id), { ...content, id }].slice(-MOST_SHOWN));
  startClock(id);
  return id;
}

/** Takes a toast away. */
export function dismissToast(id: string): void {
  publish(shown.filter((each) => each.id !== id));
}

/** Keeps a toast while the pointer or the focus rests on it. */
export function hold(id: string, holder: Holder): void {
  if (!shown.some((each) => each.id === id)) return;
  holders.set(id, (holders.get(id) ?? new Set()).add(holder));
  stopClock(id);
}

/** Its time begins anew once nothing rests on it. */
export function release(id: string, holder: Holder): void {
  holders.get(id)?.delete(holder);
  startClock(id);
}

function stopClock(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function startClock(id: string): void {
  stopClock(id);
  const content = shown.find((each) => each.id === id);
  if (!content || content.duration === null || (holders.get(id)?.size ?? 0) > 0) return;
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
