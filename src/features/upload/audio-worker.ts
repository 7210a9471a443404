import { readAudio } from './read-audio.ts';

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void readAudio(data).then((read) => postMessage(read));
});
