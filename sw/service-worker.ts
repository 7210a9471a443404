/// <reference lib="webworker" />
import { registerBackgroundReplay } from './background-replay.ts';
import { registerConfig } from './config.ts';
import { registerCovers } from './covers.ts';
import { registerKeptAudio } from './kept-audio.ts';
import { registerNotificationClick } from './notification-click.ts';
import { registerPrecache } from './precache.ts';
import { registerUpdate } from './update.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

registerUpdate(self);
registerKeptAudio(self);
registerBackgroundReplay(self);
registerNotificationClick(self);
registerConfig();
registerCovers();
registerPrecache(self.__WB_MANIFEST);
