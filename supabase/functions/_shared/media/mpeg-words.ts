import type { MpegProblem } from './mpeg.ts';

/** What is the matter with an MP3 that is not taken, for the person: the page and the server say the same. */
export const mpegWords: Record<Exclude<MpegProblem, 'not mpeg'>, string> = {
  'free format': 'A free-format MP3 cannot play everywhere. Export it anew.',
  short: 'Shorter than a second. Choose the whole track.',
  mixed: 'Its sample rate or channels change. Export it anew.',
  damaged: 'Too much of this MP3 is damaged. Export it anew.',
};
