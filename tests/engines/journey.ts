import type { EngineBrowser, Wishes } from './engine-browser.ts';
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

/** What the steps of a journey pass on to each other. */
export interface Journey {
  visit: Visit;
  browser: EngineBrowser;
  server: Server;
  soundCard: SoundCard;
  /** Another browser of the same engine, with nothing on its device, at a desktop's size. */
  openAnother(wishes: Wishes): Promise<Visit>;
  email: string;
  password: string;
  /** Titles: the track that was heard online, and the one kept for offline. */
  heard: string;
  kept: string;
}

export interface Step {
  title: string;
  /** What it saw, for the line that it prints. */
  run(journey: Journey): Promise<string | void>;
}

interface JourneyPlan {
  /** Each step begins where the one before it ended. */
  steps: readonly Step[];
  /** At an address of this machine on a network, without encryption: the browser gives such a page no secure context. */
  isPlain?: boolean;
  /** Its steps are a part of another journey: walked only when it is asked for. */
  isPart?: boolean;
}

/** By the name that asks for one; without a name all of them, each with a server and a browser of its own. */
export const journeys: ReadonlyMap<string, JourneyPlan> = new Map<string, JourneyPlan>([
  // The main job, from the gate to the ZAP of an offline play, and everything beside it.
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
  // Over one track that is played: with it the bar is there from the start.
  ['real-files', { steps: [...access, ...listening.slice(0, 2), ...listeningToRealFiles], isPart: true }],
  ['back', { steps: [...access, ...goingBack] }],
  ['names', { steps: [...access, ...readingNames] }],
  ['forced-colours', { steps: [...access, ...forcingColours] }],
  ['plain-http', { steps: [...access, ...usingPlainHttp], isPlain: true }],
]);
