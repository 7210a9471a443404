export const syncTexts = {
  syncing: 'Syncing',
  failed: (n: number) => `${n} could not be sent`,
  savedHere: (ago: string) => `Saved on this device. Last synced ${ago} ago.`,
  savedNever: 'Saved on this device.',
  synced: 'Synced',
  discard: 'Discard',
  updateRequired: 'Update needed',
  full: 'Device full',
  noStorage: 'Nothing is saved here',
} as const;
