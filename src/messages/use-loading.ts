import { useEffect, useState, useSyncExternalStore } from 'react';
import { useScope } from '../engine/live.ts';
import { toast } from '../engine/toast.ts';
import { type Loading, watchLoading } from './loading.ts';

/** Shortest time between two toasts with the same title. */
const THROTTLE_MS = 5000;
const shownAt = new Map<string, number>();

type LoadingView = { kind: 'loading' | 'loaded' } | { kind: 'failed'; retry: () => void };

export function useLoading(failureTitle: string): LoadingView {
  const scope = useScope();
  const isFilled = useSyncExternalStore(scope.isFilled.subscribe, scope.isFilled.get);
  const [loading, setLoading] = useState<Loading | null>(null);
  useEffect(() => {
    if (isFilled) return;
    const watch = watchLoading(scope, () => toastThrottled(failureTitle));
    setLoading(watch);
    return () => watch.stop();
  }, [scope, failureTitle, isFilled]);
  const state = useSyncExternalStore(loading?.state.subscribe ?? noSubscription, loading?.state.get ?? getInitialState);
  if (isFilled) return { kind: 'loaded' };
  return state === 'failed' && loading ? { kind: 'failed', retry: loading.retry } : { kind: 'loading' };
}

function toastThrottled(title: string): void {
  const now = Date.now();
  if (now - (shownAt.get(title) ?? -Infinity) < THROTTLE_MS) return;
  shownAt.set(title, now);
  toast({ id: title, kind: 'error', title });
}

const noSubscription = () => () => undefined;
const getInitialState = () => 'loading' as const;
