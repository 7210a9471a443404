import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOther, giveTrack } from '../e2e/people.ts';
import type { Point } from './engine-browser.ts';
import { walkTo } from './journey-everyday.ts';
import { currentTitle } from './journey-listening.ts';
import { completeOwnProfile } from './journey-scene.ts';
import type { Journey, Step } from './journey.ts';
import { saveScreenshots } from './screenshots.ts';
import { currentTime, listenIn, openPlayer } from './sound.ts';
import { by, type Visit } from './visit.ts';

const titles = ['Harbour Lights', 'Kiln', 'Halide'] as const;
const [harbour, kiln, halide] = titles;
const rows = `[...document.querySelectorAll('main [role=list][aria-label=Tracks] [data-row], main ul[aria-label=Tracks] [data-row]')]
  .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)`;
const order = `${rows}.map((row) => ${JSON.stringify(titles)}.find((title) => row.textContent.includes(title)))`;
let playlist = '';
let others: readonly string[] = [];

const untilOrder = (visit: Visit, expected: readonly string[]) =>
  visit.until(expected.join(), `JSON.stringify(${order}) === ${JSON.stringify(JSON.stringify(expected))}`);

const storedOrder = async ({ server }: Journey): Promise<string[]> => {
  const entries = await server.sql()<{ title: string }[]>`
    select t.title from public.playlist_tracks e join public.tracks t on t.id = e.track_id
    where e.playlist_id = ${playlist} and e.deleted_at is null order by e.position collate "C", e.id`;
  return entries.map(({ title }) => title);
};

async function untilStored(journey: Journey, expected: readonly string[]): Promise<void> {
  // The page syncs at least every minute (SY-18).
  const end = Date.now() + 75_000;
  while (Date.now() < end) {
    if (JSON.stringify(await storedOrder(journey)) === JSON.stringify(expected)) return;
    await journey.visit.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
  }
  assert.deepEqual(await storedOrder(journey), expected);
}

async function addToPlaylist({ visit, browser }: Journey, isFirst: boolean): Promise<void> {
  await visit.press(by('main button', 'More'));
  await visit.press(by('button', 'Add to playlist'));
  if (isFirst) {
    await visit.press(by('button', 'New playlist'));
    await visit.until('The field', `document.activeElement?.tagName === 'INPUT'`);
    await browser.type('Depot');
    await browser.press('Enter');
  } else await visit.press(by('input[type=checkbox]', 'Depot'));
  await visit.until('In the playlist', `${by('input[type=checkbox]', 'Depot')}?.checked`);
  await browser.press('Escape');
  await visit.until('The end of the dialog', 'dialogs().length === 0 && !history.state?.layer');
}

/** The middle of the row's grip, once it is still. */
const gripOf = (visit: Visit, title: string) =>
  visit.until<Point>(
    `The grip of ${title}`,
    `middle(${by('main button', `Move ${title}`)}).then((point) => point.x && point)`,
  );

export const usingTheLibrary: readonly Step[] = [
  {
    title: 'tracks are hearted and put into a new playlist, which the library shows',
    async run(journey) {
      const { visit, server } = journey;
      await completeOwnProfile(journey);
      const artist = await createOther(server.stack(), 'Tin Orchard');
      others = [
        await giveTrack(server.stack(), artist, harbour),
        await giveTrack(server.stack(), artist, kiln),
        await giveTrack(server.stack(), artist, halide),
      ];
      for (const [at, id] of others.entries()) {
        await walkTo(journey, `/track/${id}`);
        await visit.press(by('main button', 'Favourite'));
        await addToPlaylist(journey, at === 0);
      }
      await walkTo(journey, '/library');
      await visit.until('The favourites', `text().includes('3 tracks')`);
      await saveScreenshots(visit, 'library');
      await visit.press(by('main a', /^Depot/));
      await untilOrder(visit, titles);
      playlist = await visit.evaluate<string>(`location.pathname.split('/').at(-1)`);
      await saveScreenshots(visit, 'playlist');
    },
  },
  {
    title: 'rows are reordered by taps and by dragging',
    async run(journey) {
      const { visit, browser } = journey;
      await visit.press(by('main button', `Move ${halide}`));
      await visit.press(by('main button', `Move ${halide} up`));
      await visit.press(by('main button', `Move ${halide}`));
      await untilOrder(visit, [harbour, halide, kiln]);
      const from = await gripOf(visit, kiln);
      const to = await gripOf(visit, harbour);
      await browser.drag(from, { ...to, y: to.y - 8 });
      await untilOrder(visit, [kiln, harbour, halide]);
      await untilStored(journey, [kiln, harbour, halide]);
    },
  },
  {
    title: 'after an offline cold start the playlist shows and can be changed, and the change is sent later',
    async run(journey) {
      const { visit, browser, server } = journey;
      await visit.until('The worker', 'navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)');
      await server.stop();
      await browser.reopen();
      await visit.goto(`/playlist/${playlist}`);
      await untilOrder(visit, [kiln, harbour, halide]);
      await visit.press(by('main button', `Move ${halide}`));
      await visit.press(by('main button', `Move ${halide} up`));
      await visit.press(by('main button', `Move ${halide}`));
      await untilOrder(visit, [kiln, halide, harbour]);
      await visit.until('Waiting', `text().includes('Waiting to send')`);
      await saveScreenshots(visit, 'playlist-offline');
      await server.start();
      await untilStored(journey, [kiln, halide, harbour]);
    },
  },
  {
    title: 'a release plays in its order, and lyrics follow the sound and seek',
    async run(journey) {
      const { visit, server } = journey;
      const [sql, release] = [server.sql(), randomUUID()];
      await sql`
        insert into public.releases (id, user_id, title, artist_name, notes, places, published_at)
        select ${release}, user_id, 'Estuary', artist_name, 'Cut in one week.', ${[...others]}::uuid[], now()
        from public.tracks where id = ${others[0] ?? ''}`;
      await sql`update public.tracks set release_id = ${release} where id = any(${[...others]}::uuid[])`;
      await sql`
        insert into private.track_texts (track_id, user_id, lyrics)
        select id, user_id, ${'[00:00]First line\n[00:20]Second line'} from public.tracks where id = ${others[0] ?? ''}`;
      await visit.goto(`/release/${release}`);
      await visit.until(
        'The tracks',
        `text().includes('Cut in one week.') && !!${by('main button', `Play ${harbour}`)}`,
      );
      await saveScreenshots(visit, 'release');
      await listenIn(visit);
      await visit.press(by('main button', `Play ${harbour}`));
      await visit.until('The sound', `player()?.dataset.state === 'playing'`);
      await walkTo(journey, `/track/${others[0]}`);
      await visit.press(by('main button', 'Second line'));
      await visit.until(
        'The second line',
        `${by('main button', 'Second line')}?.getAttribute('aria-current') === 'true'`,
      );
      assert.ok((await currentTime(visit)) >= 20);
      await saveScreenshots(visit, 'lyrics');
    },
  },
  {
    title: 'the next track, which was prepared for longer than 8 s, is heard within 4 s',
    async run({ visit }) {
      await visit.until('8 s later', 'window.sounding.currentTime > 28', 20_000);
      await openPlayer(visit);
      await visit.press(by('button', 'Next'));
      const isHeard = `${currentTitle} === ${JSON.stringify(kiln)} && window.sounding.currentTime > 0.1 && window.sounding.currentTime < 5`;
      await visit.until(`${kiln} is heard`, isHeard, 4_000);
      await visit.press(by('button', 'Close player'));
    },
  },
  {
    title: 'a playlist file is matched against the catalogue',
    async run(journey) {
      const { visit, browser, server } = journey;
      const path = join(server.folder, 'mine.m3u8');
      await writeFile(path, `#EXTM3U\n#EXTINF:100,Ines Calder - ${kiln}\n1.mp3\n#EXTINF:100,Nobody - Missing\n2.mp3\n`);
      await walkTo(journey, '/library');
      await visit.press(by('main button', 'Import a playlist'));
      await visit.until('The dialog', `!!top().querySelector('input[type=file]')`);
      await browser.chooseFile(`[...document.querySelectorAll('[role=dialog] input[type=file]')].at(-1)`, path);
      await visit.until('The match', `text().includes('1 of 2 tracks found here')`);
      await visit.press(by('button', 'Make playlist'));
      await untilOrder(visit, [kiln]);
    },
  },
];
