import type { EngineBrowser, SystemPreferences } from './engine-browser.ts';
import { acting } from './journey-acts.ts';
import { access } from './journey-access.ts';
import { goingBack } from './journey-back.ts';
import { forcingColours } from './journey-forced-colours.ts';
import { hurrying } from './journey-hurry.ts';
import { leaving } from './journey-leaving.ts';
import { listening } from './journey-listening.ts';
import { readingNames } from './journey-names.ts';
import { offline } from './journey-offline.ts';
import { walkingOtherPages } from './journey-pages.ts';
import { meetingPeople } from './journey-people.ts';
import { usingPlainHttp } from './journey-plain-http.ts';
import { listeningToTheRadio } from './journey-radio.ts';
import { listeningToRealFiles } from './journey-real-files.ts';
import { uploading } from './journey-uploading.ts';
import type { Server } from './server.ts';
import type { SoundCard } from './sound-card.ts';
import type { Visit } from './visit.ts';

/** The state shared by the steps of a journey. */
export interface Journey {
  visit: Visit;
  browser: EngineBrowser;
  server: Server;
  soundCard: SoundCard;
  /** Opens another browser of the same engine, with empty storage, at desktop size. */
  openAnother(systemPreferences: SystemPreferences): Promise<Visit>;
  email: string;
  password: string;
  /** Titles of the track heard online, and of the one kept for offline. */
  heard: string;
  kept: string;
}

export interface Step {
  title: string;
  /** @returns an optional note for the step's log line */
  run(journey: Journey): Promise<string | void>;
}

interface JourneyPlan {
  /** Each step continues where the previous one ended. */
  steps: readonly Step[];
  /** Over plain HTTP at this machine's network address, which is not a secure context. */
  isPlain?: boolean;
  /** A part of another journey: runs only by name. */
  isPart?: boolean;
}

/** Journeys by name. Each runs with its own server and browser. */
export const journeys: ReadonlyMap<string, JourneyPlan> = new Map<string, JourneyPlan>([
  // The main journey: from the gate to the ZAP of an offline play, and most other features.
  [
    'main',
    {
      steps: [
        ...access,
        ...listening,
        ...uploading,
        ...hurrying,
        ...offline,
        ...walkingOtherPages,
        ...acting,
        ...listeningToTheRadio,
        ...meetingPeople,
        ...listeningToRealFiles,
        ...leaving,
      ],
    },
  ],
  // Includes playing a track, so that the player bar is present from the start.
  ['real-files', { steps: [...access, ...listening.slice(0, 2), ...listeningToRealFiles], isPart: true }],
  ['back', { steps: [...access, ...goingBack] }],
  ['names', { steps: [...access, ...readingNames] }],
  ['forced-colours', { steps: [...access, ...forcingColours] }],
  ['plain-http', { steps: [...access, ...usingPlainHttp], isPlain: true }],
]);
