import { isolated } from '../../platform/bidi.ts';

/** Texts of reports and blocks. */
export const safetyTexts = {
  report: 'Report',
  about: (name: string) => `${isolated(name)}. Only the operator sees this.`,
  reason: 'Reason',
  reasons: {
    spam: 'Spam or a scam',
    harassment: 'Harassment or threats',
    hate: 'Hate',
    impersonation: 'Pretends to be someone else',
    not_their_recording: 'Not their recording',
    other: 'Something else',
  },
  details: 'Details',
  counter: (length: number, most: number) => `Optional, ${length}/${most}`,
  alsoBlock: (name: string) => `Also block ${isolated(name)}`,
  send: 'Send report',
  sent: 'Report sent',
  sentLater: 'It is sent when the network is back.',
  notSent: 'Report not sent',

  block: 'Block',
  ask: (name: string) => `Block ${isolated(name)}?`,
  unseen: 'You stop seeing each other here',
  ends: 'Your connection ends',
  silent: 'No requests and no messages',
  shared: 'Tracks already shared stay shared',
  untold: 'They are not told. Undo it in Profile Settings.',
  blocked: (name: string) => `Blocked ${isolated(name)}`,
  blockedLater: 'On this device it holds already, elsewhere when the network is back.',
  notBlocked: 'Block Failed',

  people: 'Blocked people',
  nobody: 'Nobody. You can block somebody on their profile.',
  since: (span: string) => `Blocked ${span} ago`,
  unblock: 'Unblock',
  unblockOf: (name: string) => `Unblock ${name}`,
  notUnblocked: 'Unblock Failed',
  unblocked: (name: string) => `Unblocked ${isolated(name)}`,
  nameless: 'Anonymous Artist',
} as const;
