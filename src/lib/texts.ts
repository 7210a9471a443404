import { PRODUCT_NAME } from './product.ts';

/** The specification's words, letter for letter, and our own where it is silent. Never split one around an element. */
export const texts = {
  validationError: 'Validation Error',
  authenticationError: 'Authentication Error',
  unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try again.' },
  offlineCall: { title: 'You are offline', text: 'Nothing was lost. Try again when the network is back.' },
  busyCall: { title: 'The server is busy', text: 'Nothing was lost. Please try again in a moment.' },
  gate: {
    promise: 'Music from artists nobody has handed to you yet.',
    passcode: 'Beta passcode',
    unlock: 'Unlock Beta Access',
    unlocking: 'Unlocking',
    required: 'Enter the beta passcode',
    tooMany: { title: 'Too many attempts', text: 'Please wait a minute and try again.' },
    wrong: { title: 'Invalid passcode', text: 'Please try again.' },
    failed: 'Validation failed',
  },
  auth: {
    signIn: { heading: 'Welcome Back', subtitle: 'Sign in to your account', submit: 'Sign In', busy: 'Signing in' },
    signUp: {
      heading: 'Join the Beat',
      subtitle: 'Create your account to start uploading',
      submit: 'Create Account',
      busy: 'Creating account',
    },
    toSignUp: "Don't have an account?",
    toSignIn: 'Already have an account?',
    back: '← Back to home',
    forgot: 'Forgot password?',
    magic: 'Email me a sign-in link',
    welcome: { title: 'Welcome back!', text: 'Successfully signed in.' },
    created: { title: 'Account Created', text: 'Please check your email to verify your account.' },
    linkSent: { title: 'Link sent', text: 'Please check your email for the sign-in link.' },
    resetSent: { title: 'Link sent', text: 'Please check your email to set a new password.' },
    newPassword: {
      heading: 'New password',
      subtitle: 'Choose a new password for your account',
      submit: 'Save password',
      busy: 'Saving',
    },
    passwordSaved: { title: 'Password saved', text: 'You are signed in.' },
    locked: { title: 'Please sign in again', text: 'Your session ended. What waits on this device is kept.' },
  },
  callback: {
    verifying: 'Verifying your email...',
    verified: { title: `✅ Email verified — welcome to ${PRODUCT_NAME}!`, text: 'Your account is now active.' },
    none: { title: '⚠️ Session expired, please log in again.', text: 'Your verification link may have expired.' },
    error: { title: 'Verification Error', text: 'There was an issue verifying your email. Please try again.' },
    unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try signing in again.' },
  },
  explore: {
    banner: ['Heard here,', 'before anywhere.'],
    search: 'Search tracks or artists',
    genre: 'Genre',
    none: 'No tracks found',
    clear: 'Clear search and genre',
    offlineFirst: 'Tracks appear here once this device has been online.',
  },
  player: {
    untitled: 'Untitled',
    unknownArtist: 'Unknown Artist',
    tapToContinue: 'Tap to continue playback',
    blocked: 'Browser blocked autoplay',
    paused: 'Audio paused. Please tap play to continue.',
    missing: { title: 'Audio Error', text: 'Cannot load track. Audio file may be missing.' },
    loadError: { title: 'Audio Load Error', text: 'Failed to load audio file. Please try again.' },
    waitingForNetwork: 'Waiting for the network',
    notOnDevice: 'Not saved on this device',
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
    another: 'Upload another',
    toProfile: 'See it on your profile',
  },
  profile: {
    settings: 'Profile Settings',
    ownTracks: 'Your Tracks',
    noTracks: 'Nothing uploaded yet. Your first track shows here.',
    memberSince: (month: string) => `Member since ${month}`,
  },
  sync: {
    offline: 'Offline',
    syncing: 'Syncing',
    waitingToSend: 'Waiting to send',
    waiting: (n: number) => `${n} waiting to send`,
    failed: (n: number) => `${n} could not be sent`,
    savedHere: (ago: string) => `Saved on this device. Last synced ${ago} ago.`,
    savedNever: 'Saved on this device.',
  },
  prompts: {
    update: { title: 'A new version is ready', text: 'Playback stops for a second.' },
    install: { title: `Install ${PRODUCT_NAME}`, text: 'Opens from your home screen and plays without a browser bar.' },
    installIos: "Tap Share, then 'Add to Home Screen'.",
  },
  notFound: { title: 'Oops! Page not found', home: 'Return to Home' },
} as const;

/** '1 track found', '128 tracks found' (S-35). */
export function tracksFound(count: number): string {
  return `${count.toLocaleString('en')} ${plural(count, 'track')} found`;
}

/** The word for that many: 'track' for 1, 'tracks' otherwise. */
export function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
