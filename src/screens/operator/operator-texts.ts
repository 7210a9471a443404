import type { AppealRow, QueueList, QueueRow } from '../../../sync/model/operator-remote.ts';
import { safetyTexts } from '../../components/safety/safety-texts.ts';
import { isolated } from '../../platform/bidi.ts';
import { plural } from '../../platform/texts.ts';

export const pageLists = ['open', 'appeals', 'hidden', 'silenced', 'dismissed'] as const;
export type PageList = QueueList | 'appeals';

const count = (n: number, word: string) => `${n.toLocaleString('en')} ${plural(n, word)}`;

export const operatorTexts = {
  updated: (span: string) => `Updated ${span} ago`,
  failed: 'The reports could not be loaded',
  offline: {
    title: 'Needs a connection',
    text: 'Reports are not stored on this device. Connect to the network to read and decide them.',
  },

  figures: {
    title: "Today's figures",
    people: 'People today',
    newPeople: (n: number) => `${n.toLocaleString('en')} new this week`,
    plays: 'Plays today',
    playsBefore: (n: number) => `${n.toLocaleString('en')} yesterday`,
    uploads: 'Uploads today',
    uploadsInAll: (n: number) => `${n.toLocaleString('en')} public`,
    storage: 'Storage',
    files: (n: number) => count(n, 'file'),
    oldest: 'Oldest report',
    none: 'None',
    age: (hours: number) => (hours < 1 ? 'New' : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`),
    waiting: (n: number) => `${n.toLocaleString('en')} open`,
    abuse: 'Abuse',
    abuseHour: 'in the last hour',
    abuseDay: (n: number) => `${n.toLocaleString('en')} today`,
  },

  reports: 'Reports',
  openReports: 'open reports and appeals',
  list: 'Show reports',
  lists: {
    open: 'Open',
    appeals: 'Appeals',
    hidden: 'Hidden',
    silenced: 'Silenced',
    dismissed: 'Dismissed',
  } satisfies Record<PageList, string>,
  empty: {
    open: 'Nothing waits for you.',
    hidden: 'No track is hidden.',
    silenced: 'Nobody is silenced.',
    dismissed: 'No report was dismissed.',
  } satisfies Record<QueueList, string>,
  keys: 'Press j or k to move, Enter to open.',
  unknown: 'Unknown User',
  kinds: { track: 'Track', profile: 'Profile', message: 'Message' } satisfies Record<QueueRow['subject'], string>,
  quoted: (text: string) => `“${isolated(text)}”`,
  by: (name: string) => `by ${isolated(name)}`,
  deleted: 'deleted',
  people: (n: number) => count(n, 'person').replace('persons', 'people'),
  decidedBy: (name: string, span: string) => `${isolated(name)}, ${span} ago`,
  until: (moment: string) => `until ${moment}`,
  loadingDetail: 'Loading the report',
  detailFailed: 'The report could not be loaded',
  anonymous: 'Deleted account',
  wroteNothing: 'No details given.',
  first: (people: string, span: string) => `${people}, first ${span} ago`,
  more: (n: number) => count(n, 'more report'),
  messages: 'The reported message and those around it',
  theirs: 'Reported person',
  others: 'The other person',
  reported: 'Reported',

  record: {
    title: 'What else of them',
    tracks: (tracks: number, plays: number) => `${count(tracks, 'track')}, ${count(plays, 'play')}`,
    since: (month: string) => `since ${month}`,
    reports: (n: number) => (n === 0 ? 'No earlier report' : count(n, 'earlier report')),
    dismissed: (n: number) => (n === 0 ? 'none dismissed' : `${n.toLocaleString('en')} dismissed`),
    hidden: (n: number) => (n === 0 ? 'Never hidden' : `Hidden ${count(n, 'time')}`),
    silenced: (n: number) => (n === 0 ? 'never silenced' : `silenced ${count(n, 'time')}`),
    nowSilenced: 'silenced now',
  },

  decision: 'Decision',
  reason: 'Reason (shown to the person if you hide or silence)',
  counter: (length: number) => `${length}/200`,
  reasonMissing: 'Write a reason for your decision.',
  reasonTooLong: 'A reason has at most 200 characters.',
  hide: 'Hide track',
  silence: 'Silence',
  days: (n: number) => `For ${count(n, 'day')}`,
  dismiss: 'Dismiss',
  busy: 'Deciding...',
  done: {
    hide: 'Track hidden',
    silence: (days: number) => `Silenced for ${count(days, 'day')}`,
    dismiss: 'Dismissed',
  },
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  undone: 'Undone. The reports are open again.',

  appeals: {
    none: 'Nobody asks for another look.',
    failed: 'The appeals could not be loaded',
    decided: {
      hide: (name: string, moment: string) => `Hidden by ${isolated(name)}, ${moment}`,
      silence: (name: string, moment: string) => `Silenced by ${isolated(name)}, ${moment}`,
    } satisfies Record<AppealRow['act'], unknown>,
    noReason: 'No reason given.',
    asks: (name: string) => `${isolated(name)} asks for another look:`,
    own: 'You made this decision. If there is another operator, leave the appeal to them.',
    reason: 'Reason (shown to the person)',
    keep: 'Keep',
    undo: 'Undo',
    busy: 'Answering...',
    done: {
      keep: { title: 'Decision kept', text: 'The person reads your reason.' },
      undo: { title: 'Decision undone', text: 'Its reports stay settled. The person reads your reason.' },
    },
  },

  passcode: {
    title: 'Passcode',
    changed: (span: string) => `Changed ${span} ago`,
    unchanged: "From the server's settings",
    uses: (n: number) => `${count(n, 'use')} today`,
    field: 'New passcode',
    change: 'Change',
    changing: 'Changing...',
    tooShort: 'A passcode has at least 6 characters.',
    done: 'Passcode changed',
    doneText: 'It applies at once. Nobody is signed out.',
  },

  invitations: {
    title: 'Invitations',
    about: 'A code opens the gate like the passcode, for so many people and until its end.',
    failed: 'The invitations could not be loaded',
    none: 'No invitation yet.',
    new: 'New invitation',
    note: 'Note (operators read it)',
    noteTooLong: 'A note has at most 100 characters.',
    uses: 'Uses',
    usesOutOfRange: 'A whole number from 1 to 1,000.',
    ends: 'Last day',
    endOutOfRange: 'A day from today to a year from now.',
    make: 'Make invitation',
    making: 'Making...',
    shownOnce: 'Shown only now. Copy it before you leave the page.',
    copyLink: 'Copy link',
    close: 'Done',
    untitled: 'Without a note',
    left: (left: number, all: number) => `${left.toLocaleString('en')} of ${count(all, 'use')} left`,
    until: (day: string) => `until ${day}`,
    usedUp: 'Used up',
    ended: (day: string) => `Ended ${day}`,
    revoked: (day: string) => `Revoked ${day}`,
    by: (name: string) => `by ${isolated(name)}`,
    revoke: 'Revoke',
    revokeOf: (what: string) => `Revoke: ${what}`,
    done: { title: 'Invitation revoked', text: 'It admits nobody else. Who came by it stays.' },
  },

  words: {
    title: 'Restricted words',
    field: 'Add a word or phrase',
    add: 'Add',
    adding: 'Adding...',
    remove: (word: string) => `Remove ${word}`,
    removed: (word: string) => `Removed ${word}`,
    showAll: 'Show all',
    showFewer: 'Show fewer',
    none: 'No word is restricted.',
  },
} as const;

const reasons: Readonly<Record<string, string>> = safetyTexts.reasons;

export function reasonText(reason: string): string {
  return reasons[reason] ?? reason;
}
