import { Fragment, type ReactNode, useState } from 'react';
import { useScopeOrNull } from '../engine/live.ts';

/** Remounts its children when another person signs in, so that no input or pending work of the previous person remains (SY-19). */
export function RemountPerPerson({ children }: { children: ReactNode }) {
  const userId = useScopeOrNull()?.userId ?? null;
  const [current, setCurrent] = useState({ userId, generation: 0 });
  // Without a signed-in person, the guards decide what is shown.
  if (userId !== null && userId !== current.userId)
    setCurrent({ userId, generation: current.userId === null ? current.generation : current.generation + 1 });
  return <Fragment key={current.generation}>{children}</Fragment>;
}
