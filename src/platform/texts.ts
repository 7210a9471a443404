/** Verbatim from the specification where it has a text. Never split a text around an element. */
export const texts = {
  unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try again.' },
  offlineCall: { title: 'You are offline', text: 'Nothing was lost. Try again when the network is back.' },
  notSaved: {
    full: { title: 'Not saved on this device', text: 'No room on this device.' },
    unavailable: {
      title: 'Not saved on this device',
      text: 'This browser gives no storage here, perhaps because of private browsing.',
    },
    signedOut: { title: 'Not saved on this device', text: 'You have signed out.' },
  },
  pages: {
    explore: 'Explore',
    community: 'Community',
    radio: 'Radio',
    store: 'Store',
    vault: 'Vault',
    track: 'Track',
    genres: 'Explore by Genre',
    upload: 'Upload',
    profile: 'Profile Settings',
    person: 'Profile',
    connections: 'Connections',
    messages: 'Messages',
    device: 'On this device',
    operator: 'Operator',
    zapDebug: 'ZAP debug',
    zapTest: 'ZAP test suite',
    gate: 'Beta access',
    signIn: 'Sign In',
  },
  ago: (span: string) => `${span} ago`,
  link: { copy: 'Copy link', copied: 'Link copied', address: 'The address' },
  undo: { verb: 'Undo', late: 'It is on its way already' },
  you: 'You',
  open: 'Open',
  cancel: 'Cancel',
  previous: 'Previous',
  next: 'Next',
  swipe: 'Swipe',
  close: 'Close',
  retry: 'Retry',
  notHere: {
    offline: 'There is no network, and nothing of it is on this device yet.',
    refused: 'The server did not send it.',
  },
  reload: 'Reload',
  readFailed: 'This could not be read',
  part: {
    missing: 'This part could not be loaded',
    outdated: 'A new version is ready',
    broken: 'This part stopped working',
    loading: 'Loading',
  },
  sync: {
    offline: 'Offline',
    silent: 'Waiting for the network',
    waitingToSend: 'Waiting to send',
    tooFast: (time: string) => `The server takes only so many an hour. This goes on at ${time}.`,
    goesOn: (time: string) => `Goes on at ${time}`,
    saved: 'Saved on this device',
    waiting: (n: number) => `${n} waiting to send`,
  },
} as const;

export function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
