import { SPONSOR_PRICE, SPONSORSHIP_DAYS } from '../../../sync/model/rules.ts';
import { lockWords } from '../vote/lock-words.ts';
import { plural } from '../../platform/texts.ts';

/** Words of sponsoring: the specification's letter for letter, and our own where it is silent. */
export const sponsorTexts = {
  name: 'Sponsor',
  verb: `Sponsor ${SPONSOR_PRICE} ⚡`,
  title: 'Sponsor this track?',
  text: `On the radio for ${SPONSORSHIP_DAYS} days, then back in Explore.`,
  busy: 'Sponsoring',
  done: 'Track Sponsored!',
  sponsored: 'Sponsored',
  already: 'Already sponsored for Radio',
  closed: 'Artist has not enabled Radio',
  levelLock: lockWords('sponsor'),
  tooFew: (zaps: number) => `You need ${SPONSOR_PRICE} ⚡ to sponsor this track. You have ${zaps} ⚡.`,
  notKept: 'Sponsoring is not kept for later.',
  daysLeft: (days: number) => `On the radio for ${days} more ${plural(days, 'day')}`,
  hoursLeft: (hours: number) => `On the radio for ${hours} more ${plural(hours, 'hour')}`,
  pick: {
    title: 'Sponsor a track',
    search: 'Search tracks or artists',
    none: 'No tracks found',
    more: 'Search to find others',
    of: (title: string) => `Sponsor ${title}`,
  },
} as const;
