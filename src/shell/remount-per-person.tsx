import { Fragment, type ReactNode, useState } from 'react';
import { useScopeOrNull } from '../engine/live.ts';

/**
 * Remounts its children when another person signs in, perhaps in another tab, so that no input or pending work of one
 * person is shown to the next or done in their name (SY-19).
 */
export function RemountPerPerson({ children }: { children: ReactNode }) {
  const userId = useScopeOrNull()?.userId ?? null;
  const [current, setCurrent] = useState({ userId, generation: 0 });
  // Between two people nobody or a guest may be signed in; the guards handle this case.
  if (userId !== null && userId !== current.userId)
    setCurrent({ userId, generation: current.userId === null ? current.generation : current.generation + 1 });
  return <Fragment key={current.generation}>{children}</Fragment>;
}
