export const appTexts = {
  notFound: 'Page not found',
  locked: { title: 'Please sign in again', text: 'Your session ended. What waits on this device is kept.' },
  signedOutElsewhere: {
    title: 'This device was signed out',
    text: 'You did it on another device, or deleted your account. Your data is no longer on this device.',
  },
  update: { title: 'A new version is ready', text: 'Playback stops for a second.' },
  menu: 'Main',
  skip: 'Skip to content',
} as const;
