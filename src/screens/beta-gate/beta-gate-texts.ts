export const gateTexts = {
  promise: 'Music from artists nobody has handed to you yet.',
  passcode: 'Beta passcode',
  unlock: 'Unlock Beta Access',
  unlocking: 'Unlocking',
  enterCode: 'Enter the code of your mail',
  required: 'Enter the beta passcode',
  tooMany: { title: 'Too many attempts', text: 'Please wait a minute and try again.' },
  wrong: { title: 'Invalid passcode', text: 'Please try again.' },
  failed: 'Validation failed',
} as const;
