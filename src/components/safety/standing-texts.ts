import { isolated } from '../../platform/bidi.ts';

export const standingTexts = {
  silenced: 'Your account is silenced',
  silencedUntil: (moment: string) => `Your account is silenced until ${moment}`,
  silencedText: 'You can listen, vote and earn. Messages, requests, shares and uploads are refused.',
  hidden: (title: string) => `An operator hid “${isolated(title)}”`,
  hiddenText: 'Only you see it. It stays in your tracks.',
  reason: 'Reason:',
} as const;
