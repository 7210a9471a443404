export const bootTexts = {
  failed: 'Undercurrent could not be loaded',
  kept: 'What is on this device is kept.',
  retry: 'Retry',
} as const;
