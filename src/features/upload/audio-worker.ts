import { readAudio } from './read-audio.ts';
import { noTags, readTags } from './read-tags.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void Promise.all([readAudio(data), readTags(data).catch(() => noTags)]).then(([read, tags]) =>
    postMessage({ read, tags }),
  );
});
