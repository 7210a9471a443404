import type { MpegProblem } from './mpeg.ts';

export const mpegMessages: Record<MpegProblem, string> = {
  'not mpeg':
    'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. Please upload an MP3 (max 50MB) for Explore and Radio.',
  'no sound': 'There is no MP3 sound in this file. Choose another one.',
  'only a tag': 'There is a tag in this file and no MP3 sound behind it. Export it anew.',
  'wrong tag': 'The tag of this file tells a wrong size. Export it anew.',
  'free format': 'A free-format MP3 cannot play everywhere. Export it anew.',
  short: 'Shorter than a second. Choose the whole track.',
  mixed: 'Its sample rate or channels change. Export it anew.',
  damaged: 'Too much of this MP3 is damaged. Export it anew.',
};
