export const youTexts = {
  store: 'ZAP Store',
  requests: 'connection requests',
  unread: 'unread messages',
  appearance: 'Appearance',
  signOut: 'Sign Out',
  signingOut: 'Signing out',
  onlyHere: 'They are saved on this device only. Signing out now deletes them.',
  stay: 'Stay signed in',
  deleteThem: 'Sign out and delete them',
} as const;
