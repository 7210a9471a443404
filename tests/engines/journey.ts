import type { EngineBrowser } from './engine-browser.ts';
import { acting } from './journey-acts.ts';
import { access } from './journey-access.ts';
import { hurrying } from './journey-hurry.ts';
import { leaving } from './journey-leaving.ts';
import { listening } from './journey-listening.ts';
import { offline } from './journey-offline.ts';
import { walkingOtherPages } from './journey-pages.ts';
import { meetingPeople } from './journey-people.ts';
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
  /** Another browser of the same engine, with nothing on its device, of somebody who wants no motion. */
  openAnother(): Promise<Visit>;
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

/** The main job, from the gate to the ZAP of an offline play. Each step begins where the one before it ended. */
export const steps: readonly Step[] = [
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
];

/** From the gate to the MP3s of every kind at once, over one track that is played: with it the bar is there from the start. */
export const shortSteps: readonly Step[] = [...access, ...listening.slice(0, 2), ...listeningToRealFiles];
