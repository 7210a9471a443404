export const FEATURES = {
  serviceWorker: `'serviceWorker' in navigator`,
  backgroundSync: `'SyncManager' in window`,
  webLocks: `'locks' in navigator`,
  mediaSession: `'mediaSession' in navigator`,
  persistentStorage: `typeof navigator.storage?.persist === 'function'`,
  storageEstimate: `typeof navigator.storage?.estimate === 'function'`,
  installPrompt: `'onbeforeinstallprompt' in window`,
} as const;

export type Feature = keyof typeof FEATURES;

export const secureOnly: readonly Feature[] = [
  'serviceWorker',
  'backgroundSync',
  'webLocks',
  'persistentStorage',
  'storageEstimate',
  'installPrompt',
];

export const lackingExpression = `Object.entries({ ${Object.entries(FEATURES)
  .map(([name, test]) => `${name}: ${test}`)
  .join(', ')} }).filter(([, has]) => !has).map(([name]) => name)`;
