/** The specification prescribes most of these texts letter for letter. */
export const vaultTexts = {
  title: 'The vault',
  lines: ['THE', 'VAULT'],
  about: 'Premium tracks, special rewards and limited drops. One key opens all of it.',
  purchase: 'Purchase Vault Access',
  granted: { title: 'Access Granted! 🎉', text: 'Welcome to the Premium Vault' },
  zolt: 'ZOLT purchases have been deprecated. Use ZAPs at the store instead!',
  unlocked: { title: 'ACCESS GRANTED', lead: 'Vault Unlocked', text: 'Exclusive content coming soon!' },
  teasers: {
    tracks: { title: 'Premium tracks', text: 'Recordings that stay off Explore' },
    rewards: { title: 'Special rewards', text: 'For the people who hold a key' },
    drops: { title: 'Limited drops', text: 'Small runs, then gone' },
  },
} as const;
