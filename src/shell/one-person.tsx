import { Fragment, type ReactNode, useState } from 'react';
import { useScopeOrNull } from '../engine/live.ts';

/**
 * What stands below is one person's. Another tab may sign somebody else in: then it all begins anew, so that nothing that was
 * typed, chosen or under way for one person is shown to the next, or done in their name (SY-19).
 */
export function OnePerson({ children }: { children: ReactNode }) {
  const userId = useScopeOrNull()?.userId ?? null;
  const [held, setHeld] = useState({ userId, turn: 0 });
  // Between two of them there may be nobody, or a guest; what stands then is the guards' to say.
  if (userId !== null && userId !== held.userId)
    setHeld({ userId, turn: held.userId === null ? held.turn : held.turn + 1 });
  return <Fragment key={held.turn}>{children}</Fragment>;
}
