import type { EngineBrowser, SystemPreferences } from './engine-browser.ts';
import { acting } from './journey-acts.ts';
import { access } from './journey-access.ts';
import { goingBack } from './journey-back.ts';
import { forcingColours } from './journey-forced-colours.ts';
import { hurrying } from './journey-hurry.ts';
import { leaving } from './journey-leaving.ts';
import { usingTheLibrary } from './journey-library.ts';
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

export interface Journey {
  visit: Visit;
  browser: EngineBrowser;
  server: Server;
  soundCard: SoundCard;
  openAnother(systemPreferences: SystemPreferences): Promise<Visit>;
  email: string;
  password: string;
  /** Titles of tracks: `heard` was played online, `kept` is stored for offline. */
  heard: string;
  kept: string;
}

export interface Step {
  title: string;
  run(journey: Journey): Promise<string | void>;
}

interface JourneyPlan {
  steps: readonly Step[];
  /** Whether the app is served over plain HTTP at a network address, which is no secure context. */
  isPlain?: boolean;
  /** Whether another journey contains these steps too. Such a journey runs only if the command names it. */
  isPart?: boolean;
}

export const journeys: ReadonlyMap<string, JourneyPlan> = new Map<string, JourneyPlan>([
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
  ['real-files', { steps: [...access, ...listening.slice(0, 2), ...listeningToRealFiles], isPart: true }],
  ['back', { steps: [...access, ...goingBack] }],
  ['library', { steps: [...access, ...usingTheLibrary] }],
  ['names', { steps: [...access, ...readingNames] }],
  ['forced-colours', { steps: [...access, ...forcingColours] }],
  ['plain-http', { steps: [...access, ...usingPlainHttp], isPlain: true }],
]);
