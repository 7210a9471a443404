import type { Live } from '../answers.ts';
import { profileVisibility } from '../model/profile-visibility.ts';
import { evictUnwatched } from '../overlay/derived.ts';
import { createLive } from '../model/live.ts';
import type { RemoteApi, RemoteReading } from '../remote-types.ts';
import type { PersonState } from '../view-types.ts';
import { privatePerson, unknownPerson, type Views } from './views.ts';

const missingPerson: PersonState = { kind: 'missing' };
type Visibility = 'visible' | 'private' | 'missing';

/**
 * The states of people. If the device's rows do not tell a person's state, the server is asked whether the person is visible, private or
 * missing, while the state has subscribers (S-23).
 */
export function createPersons(
  views: Pick<Views, 'person'>,
  remote: () => Promise<RemoteApi>,
  /** Called when the server reports as visible a person who is not on the device. */
  onNotOnDevice: (id: string) => void,
): (id: string) => Live<PersonState> {
  const persons = new Map<string, { live: Live<PersonState>; isWatched(): boolean }>();
  return (id) => {
    let person = persons.get(id);
    if (!person) {
      evictUnwatched(persons, ({ isWatched }) => isWatched());
      const openReading = async () => (await remote()).read(profileVisibility(id));
      person = openPerson(views.person(id), openReading, () => onNotOnDevice(id));
      persons.set(id, person);
    }
    return person.live;
  };
}

function openPerson(
  local: Live<PersonState | null>,
  openReading: () => Promise<RemoteReading<Visibility>>,
  onNotOnDevice: () => void,
): { live: Live<PersonState>; isWatched(): boolean } {
  const live = createLive<PersonState>(unknownPerson);
  let reading: RemoteReading<Visibility> | null = null;
  let isOpening = false;
  let stopReading: (() => void) | null = null;
  let stopWatching: () => void = () => undefined;
  /** Time of the answer for which `onNotOnDevice` was last called. */
  let reportedAt = 0;

  const stateFromServer = (): PersonState => {
    const state = reading?.get();
    if (state?.kind === 'here' && state.value === 'private') return privatePerson;
    if (state?.kind === 'here' && state.value === 'missing') return missingPerson;
    const failure = !state || state.kind === 'loading' ? null : state.failure;
    const before = live.get();
    if (failure === null) return unknownPerson;
    return before.kind === 'unknown' && before.failure === failure ? before : { kind: 'unknown', failure };
  };
  const refresh = () => live.set(local.get() ?? stateFromServer());

  const startReading = () => {
    if (reading) {
      stopReading ??= reading.subscribe(onAnswer);
      return;
    }
    if (isOpening) return;
    isOpening = true;
    openReading()
      .then((opened) => {
        reading = opened;
        update();
      })
      // If the code cannot be fetched, the next subscription tries again.
      .catch(() => undefined)
      .finally(() => {
        isOpening = false;
      });
  };
  const onAnswer = () => {
    const state = reading?.get();
    if (state?.kind === 'here' && state.value === 'visible' && !state.isStale && state.at !== reportedAt) {
      reportedAt = state.at;
      onNotOnDevice();
    }
    refresh();
  };
  const update = () => {
    if (live.subscribed && local.get() === null) startReading();
    else {
      stopReading?.();
      stopReading = null;
    }
    refresh();
  };

  return {
    live: {
      get() {
        refresh();
        return live.get();
      },
      subscribe(onChange) {
        const isFirst = !live.subscribed;
        const stop = live.subscribe(onChange);
        if (isFirst) {
          stopWatching = local.subscribe(update);
          update();
        }
        return () => {
          stop();
          if (live.subscribed) return;
          stopWatching();
          update();
        };
      },
    },
    isWatched: () => live.subscribed,
  };
}
