import { isolated } from '../../platform/bidi.ts';

export const standingTexts = {
  silenced: 'Your account is silenced',
  silencedUntil: (moment: string) => `Your account is silenced until ${moment}`,
  silencedText:
    'You can listen, vote, earn and edit your profile. Messages, requests, shares, uploads and publishing are refused.',
  hidden: (title: string) => `An operator hid “${isolated(title)}”`,
  hiddenText: 'Only you can see it, in your tracks. You cannot make it public.',
  reason: 'Reason:',
} as const;
