import { isolated } from '../../platform/bidi.ts';

/** The specification prescribes most of these texts letter for letter. */
export const storeTexts = {
  title: 'ZAP Store',
  balance: 'Your balance',
  guest: 'Sign in to earn and spend ZAPs',
  open: 'Open ZAP Store',
  zaps: (n: number) => `${n} ZAPs`,
  vault: { title: 'Premium Vault', text: 'Opens with the Vault Access Key' },

  owned: 'Owned',
  buy: (cost: number) => `Buy for ${cost} ZAPs`,
  need: (missing: number) => `Need ${missing} more ZAPs`,
  signIn: 'Sign in to Purchase',
  purchasing: 'Purchasing...',
  soldOut: 'Sold out',
  left: (n: number) => `${n} left`,
  ends: (day: string) => `Ends ${day}.`,
  standsOut: (title: string, until: string) => `${isolated(title)} stands out until ${until}.`,

  loadFailed: { title: 'Error', text: 'Failed to load store data' },
  empty: 'Nothing is for sale now',
  needsUser: { title: 'Authentication Required', text: 'Please sign in to make purchases' },
  insufficient: 'Insufficient ZAPs',
  tooFew: (cost: number, balance: number) => `You need ${cost} ZAPs but only have ${balance}`,

  ask: (item: string) => `Buy ${item}?`,
  onlineOnly: 'Purchases are not kept for later.',
  chooseTrack: 'Which track stands out',
  noTrack: 'Upload a public track first. Only your own can stand out.',
  highlights: 'It stands out in Explore for everybody.',
  boughtBefore: (item: string) => `${item} is yours!`,

  odds: 'Odds',
  oddsFrom: 'The server draws, these are its numbers',
  done: 'Done',
  gotZaps: (n: number) => `${n} ZAPs are in your balance.`,
  insteadOf: (n: number) => `You hold it for good, so it is ${n} ZAPs instead.`,
  got: {
    'Glow Border': 'Already around your avatar.',
    'Supporter Badge': 'Already on your profile.',
  } as Record<string, string>,
} as const;

export const upgrades = [
  { icon: 'glow', name: 'Glow Border', text: 'A ring around your avatar', zaps: 20 },
  { icon: 'badge', name: 'Supporter Badge', text: 'Shows on your profile', zaps: 30 },
  { icon: 'highlight', name: 'Track Highlight', text: 'Lift one of your tracks', zaps: 15 },
  { icon: 'mystery', name: 'Mystery Pack', text: 'One surprise item', zaps: 25 },
] as const;
