export const appTexts = {
  notFound: 'Page not found',
  locked: { title: 'Please sign in again', text: 'Your session ended. What waits on this device is kept.' },
  signedOutElsewhere: {
    title: 'This device was signed out',
    text: 'You did it on another device, or deleted your account. Your data is no longer on this device.',
  },
  plainHttp: {
    title: 'This address has no encryption',
    text: 'Installing, offline use and notifications do not work here. They do at an https address, or at localhost on the machine itself.',
  },
  dropped: {
    upload: { label: 'Upload', to: '/upload' },
    picture: { label: 'Use as your picture', to: '/profile' },
    unknown: { title: 'This file has no place here', text: 'Drop an MP3 or a picture.' },
    signIn: { title: 'Please sign in', text: 'Then the file can be dropped here.' },
  },
  update: { title: 'A new version is ready', text: 'Playback stops for a second.' },
  menu: 'Main',
  skip: 'Skip to content',
} as const;
