import { readAudio } from './read-audio.ts';
import { noTags, readTags } from './read-tags.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void readAudio(data).then(async (read) => {
    // Skip the tags of a refused file, so that the refusal comes at once.
    const tags = read.kind === 'whole' ? await readTags(data).catch(() => noTags) : noTags;
    postMessage({ read, tags });
  });
});
