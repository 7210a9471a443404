import { createHowlerOutput } from '../../audio/howler-output.ts';
import type { PageSound } from '../../audio/page-sound.ts';
import { followPerson, type PersonPlayer } from './person-player.ts';
import { openPlayer } from './player-engine.ts';
import type { PersonDoors } from './player-person.ts';

/**
 * The door to what is loaded after the first paint: the machine, its output and the player of each person in turn. The audio
 * elements are made here, once a page.
 */
export function preparePlayer(sound: PageSound): (sync: PersonDoors) => PersonPlayer {
  const output = createHowlerOutput();
  return (sync) => followPerson(sync, (person) => openPlayer({ person, output, sound }));
}
