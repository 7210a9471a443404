import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Step } from './journey.ts';
import { saveScreenshot } from './screenshots.ts';
import { expectSilence, expectSound, listenIn } from './sound.ts';
import { chooseMp3, describeTrack, sendTrack } from './upload-form.ts';
import { by } from './visit.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const title = 'Made Elsewhere';

export const uploading: readonly Step[] = [
  {
    title: 'a real MP3 with a cover is uploaded',
    async run(journey) {
      const { visit, browser, server, email } = journey;
      await visit.goto('/upload');
      await chooseMp3({ visit, browser }, fixture('outside-vbr-art.mp3'));
      await visit.until('The file', `text().includes('outside-vbr-art.mp3')`);
      const cover = `document.querySelector('input[aria-label="Add cover"], input[aria-label="Change cover"]')`;
      await browser.chooseFile(cover, fixture('cover.png'));
      await visit.until('The cover', `!!document.querySelector('input[aria-label="Change cover"]')`);
      await describeTrack(journey, title, 'The Outsiders');
      await saveScreenshot(visit, 'upload');
      await sendTrack(journey);
      const [stored] = await server.sql()<{ tracks: number; files: number }[]>`
        select (select count(*)::int from public.tracks t where t.user_id = u.id and t.title = ${title}) as tracks,
          (select count(*)::int from storage.objects o where o.name like u.id || '/%') as files
        from auth.users u where u.email = ${email}`;
      assert.deepEqual({ ...stored }, { tracks: 1, files: 4 });
    },
  },
  {
    title: 'the uploaded track is found, with its cover, and plays',
    async run({ visit }) {
      await visit.goto('/explore?q=elsewhere');
      await visit.until(
        'The one card',
        `text().includes('1 track found') && !!${by('article button', `Play ${title}`)}`,
      );
      await visit.until('Its cover', `document.querySelector('article img')?.naturalWidth > 0`);
      await listenIn(visit);
      await visit.press(by('article button', `Play ${title}`));
      await expectSound(visit);
      await visit.press(by('article button', `Pause ${title}`));
      await expectSilence(visit);
    },
  },
];
