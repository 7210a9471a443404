import { plural } from '../../platform/texts.ts';

export const exportTexts = {
  text: 'Everything you made and did here, and your files, as one archive.',
  verb: 'Download my data',
  preparing: (done: number, all: number) => `${done} of ${all} parts`,
  progress: 'Your archive is put together',
  cancel: 'Cancel',
  cancelled: 'Download cancelled',
  done: 'Your archive is ready',
  missing: (count: number) => `${count} ${plural(count, 'part')} could not be read. The archive lists what is missing.`,
  failed: { title: 'Download Failed', text: 'The archive could not be put together. Please try again.' },
  needsNetwork: 'This needs a connection.',
} as const;
