import type { Live } from '../../../sync/client.ts';
import { createStore } from '../../lib/store.ts';
import type { PlayerEngine } from './player-engine.ts';
import { ownerOf, type PersonDoors, personOf, type PlayerPerson } from './player-person.ts';

/** The player of the person who uses the device now. */
export interface PersonPlayer {
  engine: Live<PlayerEngine | null>;
  close(): void;
}

/**
 * Opens a player for the person who is signed in, or for a guest, and closes it as soon as that changes. So nothing of one
 * person sounds, shows or is saved for another.
 */
export function followPerson(sync: PersonDoors, openFor: (person: PlayerPerson) => PlayerEngine): PersonPlayer {
  const engine = createStore<PlayerEngine | null>(null);
  let owner: string | null = null;

  const leave = () => {
    const left = engine.get();
    engine.set(null);
    left?.close();
  };
  const follow = () => {
    const next = ownerOf(sync.account.get());
    if (next === owner) return;
    owner = next;
    leave();
    const person = personOf(sync);
    if (person) engine.set(openFor(person));
  };
  const stop = sync.account.subscribe(follow);
  follow();
  return {
    engine,
    close() {
      stop();
      leave();
    },
  };
}
