import { useEffect } from 'react';
import { useScopeOrNull } from '../engine/live.ts';
import { dismissAllToasts } from '../engine/toast.ts';

/** Dismisses the toasts when the person leaves: they name the person's playlists, tracks and people, and offer to undo what the person did. */
export function PersonalToasts() {
  const userId = useScopeOrNull()?.userId ?? null;
  useEffect(() => (userId === null ? undefined : dismissAllToasts), [userId]);
  return null;
}
