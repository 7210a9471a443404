import { isolated } from '../../platform/bidi.ts';

export const standingTexts = {
  silenced: 'Your account is silenced',
  silencedUntil: (moment: string) => `Your account is silenced until ${moment}`,
  silencedText:
    'You can listen, vote, earn and edit your profile. Messages, requests, shares, uploads and publishing are refused.',
  hidden: (title: string) => `An operator hid “${isolated(title)}”`,
  hiddenText: 'Only you can see it, in your tracks. You cannot make it public.',
  reason: 'Reason:',
  undoneHiding: (title: string) => `“${isolated(title)}” is shown again`,
  undoneSilence: 'Your silence was ended',
  silenceReviewed: 'Your silence was reviewed',
  undone: 'An operator undid the decision.',
  kept: 'An operator kept the decision; it has ended since.',
} as const;

export const appealTexts = {
  ask: 'Ask for another look',
  label: 'Why should the decision change?',
  counter: (length: number, most: number) => `${length}/${most}`,
  missing: 'Write why the decision should change.',
  tooLong: 'At most 500 characters. Shorten the text.',
  send: 'Send',
  done: 'Sent to the operators',
  later: 'It is sent when the network is back.',
  notSent: 'Not sent',
  waiting: 'Waiting to send',
  sent: 'You asked for another look. The answer will be here.',
  kept: 'An operator looked again and kept the decision:',
} as const;
