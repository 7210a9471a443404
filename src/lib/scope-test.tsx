import type { ReactNode } from 'react';
import type { Scope, SyncClient } from '../../sync/client.ts';
import { draw } from '../ui/ui-test.tsx';
import { EngineContext } from './live.ts';
import { createStore } from './store.ts';

/** Draws a piece for a person of whose scope only these doors are there; `become` makes it another person's. */
export async function drawFor(doors: Partial<Scope>, piece: ReactNode) {
  const scope = createStore(doors);
  const engine = { scope } as unknown as SyncClient;
  await draw(<EngineContext value={engine}>{piece}</EngineContext>);
  return { become: (next: Partial<Scope>) => scope.set(next) };
}
