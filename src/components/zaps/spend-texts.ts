export const spendTexts = {
  costs: 'This costs',
  after: 'Your balance after this',
  unknown: 'Not known yet',
  needsNetwork: 'Needs a connection. Nothing was spent.',
  unanswered: 'No answer came. Trying again pays once.',
} as const;
