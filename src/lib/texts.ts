/** The specification's words, letter for letter, and our own where it is silent. Never split one around an element. */
export const texts = {
  unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try again.' },
  offlineCall: { title: 'You are offline', text: 'Nothing was lost. Try again when the network is back.' },
  /** Names of pages: in the window's title, and on what leads there. */
  pages: {
    explore: 'Explore',
    upload: 'Upload',
    profile: 'Profile Settings',
    device: 'On this device',
    gate: 'Beta access',
    signIn: 'Sign In',
  },
  you: 'You',
  open: 'Open',
  cancel: 'Cancel',
  previous: 'Previous',
  next: 'Next',
  swipe: 'Swipe',
  close: 'Close',
  retry: 'Retry',
  reload: 'Reload',
  readFailed: 'This could not be read',
  part: {
    missing: 'This part could not be loaded',
    outdated: 'A new version is ready',
    broken: 'This part stopped working',
    asking: 'Loading',
  },
  sync: {
    offline: 'Offline',
    waitingToSend: 'Waiting to send',
    waiting: (n: number) => `${n} waiting to send`,
  },
  upload: {
    heading: 'Track Upload',
    submit: 'Upload track',
    busy: 'Uploading...',
    mp3Only:
      'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. Please upload an MP3 (max 50MB) for Explore and Radio.',
    tooLarge: 'File size must be under 50MB',
    coverNotImage: 'Must be an image file',
    coverTooLarge: 'Image must be under 5MB',
    sessionExpired: { title: 'Session Expired', text: 'Please log in again to upload tracks.' },
    limitReached: 'Upload Limit Reached',
    fileInvalid: { title: 'File Validation Failed', text: 'Invalid file. Please check file type and size.' },
    coverInvalid: 'Cover Image Validation Failed',
    rejected: {
      title: 'Submission Rejected',
      text: 'Your submission contains restricted words. Please edit and try again.',
    },
    failed: { title: 'Upload Failed', text: 'Something went wrong.' },
    success: 'Track uploaded successfully!',
    notKept: {
      title: 'Not saved on this device',
      text: 'There may be no room. What you typed stays on this page while it is open.',
    },
    another: 'Upload another',
    toProfile: 'See it on your profile',
  },
} as const;

/** The word for that many: 'track' for 1, 'tracks' otherwise. */
export function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
