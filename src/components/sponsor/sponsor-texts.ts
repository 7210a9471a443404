import { plural } from '../../platform/texts.ts';

/** The specification prescribes most of these texts letter for letter. */
export const sponsorTexts = {
  name: 'Sponsor',
  verb: (price: number) => `Sponsor ${price} ⚡`,
  title: 'Sponsor this track?',
  text: (days: number | null) =>
    days === null ? 'On the radio for good.' : `On the radio for ${days} ${plural(days, 'day')}, then back in Explore.`,
  busy: 'Sponsoring',
  done: 'Track Sponsored!',
  sponsored: 'Sponsored',
  already: 'Already sponsored for Radio',
  closed: 'Artist has not enabled Radio',
  tooFew: (price: number, zaps: number) => `You need ${price} ⚡ to sponsor this track. You have ${zaps} ⚡.`,
  notKept: 'Sponsoring is not kept for later.',
  forGood: 'On the radio for good',
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
