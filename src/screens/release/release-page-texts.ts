import { isolated } from '../../platform/bidi.ts';

export const releasePageTexts = {
  tracks: 'Tracks',
  notes: 'Notes',
  play: 'Play',
  pause: 'Pause',
  share: 'Share',
  moreBy: (name: string) => `More by ${isolated(name)}`,
  moreFor: (title: string) => `More for ${title}`,
  toCome: 'Still to come',
  notHere: 'Not on this device yet',
  missing: { title: 'Release not found', text: 'It may not be out yet, or not be there any more.' },
  offline: { title: 'Not on this device yet', text: 'It shows here once the network is back.' },
  failed: 'Failed to load this release',
  home: 'Return to Home',
} as const;
