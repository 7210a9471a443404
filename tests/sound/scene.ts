import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount, establish, idOf } from '../e2e/people.ts';
import type { EngineKind } from '../engines/engine-browser.ts';
import { phone } from '../engines/screenshots.ts';
import { openServer, type Server } from '../engines/server.ts';
import { listenIn } from '../engines/sound.ts';
import { openSoundCard, type SoundCard } from '../engines/sound-card.ts';
import { chooseMp3, describeTrack, sendTrack } from '../engines/upload-form.ts';
import { by, openVisit, type Visit } from '../engines/visit.ts';
import { chromium } from './chromium.ts';

/** Sample rate of the virtual sound card, so that recordings are not resampled. */
export const HZ = 44_100;
/** Enough for a level with ten upload slots. */
const ZAPS = 50_000;
const MEASURED_WITHIN_MS = 60_000;
const artist = { email: 'artist@example.com', password: 'correct horse' };

/** A server with a catalogue of its own, and a virtual sound card. */
export interface SoundScene {
  readonly server: Server;
  readonly soundCard: SoundCard;
  /** The person who uploads. */
  readonly artistId: string;
  /** Opens a browser, signed in. */
  open(kind: EngineKind): Promise<Visit>;
  /** Sends MP3s by the app's form, and waits until the server has measured them. @returns the ids of the tracks */
  upload(paths: readonly string[]): Promise<string[]>;
}

export async function inSoundScene<T>(folder: string, use: (scene: SoundScene) => Promise<T>): Promise<T> {
  const server = await openServer('localhost', { measuresLoudness: true });
  const stops: (() => Promise<void>)[] = [() => server.close()];
  try {
    const soundCard = await openSoundCard(folder, { hz: HZ, channels: 2 });
    stops.push(() => soundCard.stop());
    await createAccount(server.stack(), artist);
    const artistId = await idOf(server.stack(), artist.email);
    await establish(server.stack(), artistId, 'Ines Calder', ZAPS);
    const open = async (kind: EngineKind) => {
      const browser = await kind.open(join(folder, `browser-${stops.length}`), soundCard.env, {});
      stops.push(() => browser.quit());
      await browser.resize(phone.width, phone.height);
      const visit = openVisit(browser, server.address);
      await signIn(visit);
      return visit;
    };
    return await use({
      server,
      soundCard,
      artistId,
      open,
      upload: async (paths) => upload(server, await open(chromium), paths),
    });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Opens the page of a track or a release, and plays it. */
export async function playOnItsPage(visit: Visit, path: string): Promise<void> {
  await visit.goto(path);
  await visit.until('The page', `!!${by('main button', 'Play')}`);
  // The player of an earlier page comes back after the page, and would move it during the press.
  await visit.until('The bar', `!!player() || !Object.keys(localStorage).some((key) => key.endsWith('player-tracks'))`);
  await listenIn(visit);
  await visit.press(by('main button', 'Play'));
  await visit.until('The player plays', `player()?.dataset.state === 'playing' && window.sounding?.currentTime > 0`);
}

async function signIn(visit: Visit): Promise<void> {
  await visit.goto('/explore');
  await visit.until('The app', `location.pathname === '/beta-access' && !!window.undercurrentApp`);
  const { email, password } = artist;
  await visit.evaluate(`window.undercurrentApp.auth.signIn(${JSON.stringify(email)}, ${JSON.stringify(password)})`);
  await visit.until('Explore', `location.pathname === '/explore' && document.querySelectorAll('article').length > 3`);
}

async function upload(server: Server, visit: Visit, paths: readonly string[]): Promise<string[]> {
  const form = { visit, browser: visit.browser };
  for (const path of paths) {
    await visit.goto('/upload');
    await chooseMp3(form, path);
    await visit.until('The file is accepted', `text().includes(${JSON.stringify(basename(path))})`, 30_000);
    await describeTrack(form, basename(path, '.mp3'), 'Ines Calder');
    await sendTrack(form);
  }
  await visit.browser.quit();
  const ids = await Promise.all(paths.map((path) => idOfTrack(server, basename(path, '.mp3'))));
  const until = Date.now() + MEASURED_WITHIN_MS;
  const isMeasured = async () =>
    (await server.sql()`select 1 from private.unmeasured_tracks where track_id = any(${ids})`).length === 0;
  while (!(await isMeasured())) {
    if (Date.now() > until) throw new Error('The server does not measure the tracks');
    await pause(500);
  }
  return ids;
}

async function idOfTrack(server: Server, title: string): Promise<string> {
  const [track] = await server.sql()<{ id: string }[]>`
    select id from public.tracks where title = ${title} and deleted_at is null`;
  if (!track) throw new Error(`${title} did not arrive`);
  return track.id;
}
