import { readAudio } from './read-audio.ts';
import { readTags } from './read-tags.ts';
import { noTags } from './tags.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  readAndAnswer(data).catch((error: unknown) => {
    // Only an uncaught error reaches the page; a rejection does not.
    setTimeout(() => {
      throw error;
    });
  });
});

async function readAndAnswer(file: Blob): Promise<void> {
  const read = await readAudio(file);
  // Report a refused file at once, without reading its tags.
  const tags = read.kind === 'whole' ? await readTags(file).catch(() => noTags) : noTags;
  postMessage({ read, tags });
}
