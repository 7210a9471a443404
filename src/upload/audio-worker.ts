import { readAudio } from './read-audio.ts';
import { noTags, readTags } from './read-tags.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  readAndAnswer(data).catch((error: unknown) => {
    // Only an uncaught error reaches the page, which then reads the file itself; a rejection does not.
    setTimeout(() => {
      throw error;
    });
  });
});

async function readAndAnswer(file: Blob): Promise<void> {
  const read = await readAudio(file);
  // Skip the tags of a refused file, so that the refusal comes at once.
  const tags = read.kind === 'whole' ? await readTags(file).catch(() => noTags) : noTags;
  postMessage({ read, tags });
}
