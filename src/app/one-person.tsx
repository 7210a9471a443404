import { Fragment, type ReactNode, useState } from 'react';
import { useScopeOrNull } from '../lib/live.ts';

/**
 * What stands below is one person's. Another tab may sign somebody else in: then it all begins anew, so that nothing that was
 * typed, chosen or under way for one person is shown to the next, or done in their name (SY-19).
 */
export function OnePerson({ children }: { children: ReactNode }) {
  const owner = useScopeOrNull()?.owner ?? null;
  const [held, setHeld] = useState({ owner, turn: 0 });
  // Between two of them there may be nobody; what stands then is the guards' to say.
  if (owner !== null && owner !== held.owner) setHeld({ owner, turn: held.owner === null ? held.turn : held.turn + 1 });
  return <Fragment key={held.turn}>{children}</Fragment>;
}
