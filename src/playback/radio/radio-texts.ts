import { isolated } from '../../platform/bidi.ts';

/** The specification prescribes most of these texts letter for letter. */
export const radioTexts = {
  onAir: 'ON AIR',
  name: 'Live radio',
  unavailable: 'Radio stream unavailable, please try again.',
  elsewhere: (host: string) => `The station streams from ${host}, which this app may not play.`,
  stopped: 'Radio stopped.',
  interrupted: 'Audio paused. Please tap play to continue.',
  offline: 'Offline',
  needsNetwork: 'The radio needs a connection.',
  connecting: 'Connecting',
  reconnecting: 'Lost the station. Reconnecting',
  paused: 'Paused',
  stop: 'Stop radio',
  neverCounts: 'Live radio is never counted as a play, so it earns no ⚡.',
  listening: (count: number) => `${count.toLocaleString('en')} listening`,
  live: (name: string) => `Live: ${isolated(name)}`,
} as const;
