import { readAudio } from './read-audio.ts';
import { noTags, readTags } from './read-tags.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void readAudio(data).then(async (read) => {
    // What is refused is refused at once: nobody needs its tags.
    const tags = read.kind === 'whole' ? await readTags(data).catch(() => noTags) : noTags;
    postMessage({ read, tags });
  });
});
