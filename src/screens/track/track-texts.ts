import { isolated } from '../../platform/bidi.ts';

export const trackTexts = {
  more: 'More',
  moreBy: (name: string) => `More by ${isolated(name)}`,
  creditedAs: (name: string) => `as ${isolated(name)}`,
  sendLink: 'Send link',
  missing: { title: 'Track not found', text: 'It may be private, or not be there any more.' },
  offline: { title: 'Not on this device yet', text: 'It shows here once the network is back.' },
  failed: 'Failed to load this track',
  home: 'Return to Home',
} as const;
