import type { Live } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

export type ToastKind = 'success' | 'info' | 'zap' | 'error' | 'warning' | 'waiting';

export interface ToastContent {
  kind: ToastKind;
  title: string;
  text?: string;
  /** In ms, by default 5000. Null: until the person closes it. */
  duration?: number | null;
  action?: { label: string; run: () => void };
  id?: string;
}

export interface ShownToast extends ToastContent {
  id: string;
}

const MAX_SHOWN = 3;
const shown = createLive<readonly ShownToast[]>([]);
export const toasts: Live<readonly ShownToast[]> = shown;
let lastId = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
type Holder = 'pointer' | 'focus';
const holders = new Map<string, Set<Holder>>();

function publish(next: readonly ShownToast[]): void {
  for (const { id } of shown.get())
    if (!next.some((candidate) => candidate.id === id)) {
      stopTimer(id);
      holders.delete(id);
    }
  shown.set(next);
}

export function toast(content: ToastContent): string {
  const id = content.id ?? `toast-${++lastId}`;
  publish([...shown.get().filter((candidate) => candidate.id !== id), { ...content, id }].slice(-MAX_SHOWN));
  startTimer(id);
  return id;
}

export function dismissToast(id: string): void {
  publish(shown.get().filter((candidate) => candidate.id !== id));
}

export function dismissAllToasts(): void {
  publish([]);
}

/** Keeps the toast until both pointer and focus, if they hold it, have released it. */
export function holdToast(id: string, holder: Holder): void {
  if (!shown.get().some((candidate) => candidate.id === id)) return;
  holders.set(id, (holders.get(id) ?? new Set()).add(holder));
  stopTimer(id);
}

export function releaseToast(id: string, holder: Holder): void {
  holders.get(id)?.delete(holder);
  startTimer(id);
}

function stopTimer(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function startTimer(id: string): void {
  stopTimer(id);
  const content = shown.get().find((candidate) => candidate.id === id);
  if (!content || content.duration === null || (holders.get(id)?.size ?? 0) > 0) return;
  timers.set(
    id,
    setTimeout(() => dismissToast(id), content.duration ?? 5000),
  );
}
