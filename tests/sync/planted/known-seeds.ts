/**
 * The schedules to try first, by the name of the fault that they found last. Only for faults that a search from schedule 1 takes long to
 * find. After a change of the engine or the simulation, such a schedule may find nothing, so the search then starts from 1.
 */
export const knownSeeds: Readonly<Record<string, number>> = {
  'visited rows are stored without their mark': 33144,
  'a digest is believed to follow the stored counts': 487,
  'the mark of a digest is not stored': 125,
  'a digest from before the pulls is stored': 227,
  'the weaker of two marks of a run is kept': 3333,
  'a write conflict of two leaders is not retried': 747,
  'a lane continues past an action that cannot be sent yet': 157,
  'lanes are ordered by the clock': 129,
  'a dependent action does not wait for its dependency': 149,
  'dependents of a refused action stay in the queue': 149,
  'two leaders fill one replica from two epochs': 417,
  "a page's mark is not stored before its rows": 4749,
  'a page is stored although another began the replica since its request': 508,
  'a forgotten row that comes to be held stays forgotten': 187,
  'an older page that was requested from another start extends a conversation': 2437,
  'a pull puts back the starts of conversations': 866,
  'marks of another leader are dropped': 125,
  'dependents of an action set aside block their lane': 255,
  'a wait does not end when the clock is set back': 101,
  'a leader that froze before its first heartbeat keeps the lock': 390,
  'a heartbeat from the future counts': 132,
};
