/** Limits of a ZIP's content. */
export const zipLimits = {
  entries: 200,
  fileBytes: 50 * 1024 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
} as const;

export const zipTexts = {
  broken: 'This ZIP is damaged or not a ZIP. Make it again, or choose the MP3s themselves.',
  unsupported: 'This browser cannot open this ZIP. Choose the MP3s themselves.',
  locked: 'This ZIP has a password. Choose the MP3s themselves.',
  tooMany: `This ZIP holds more than ${zipLimits.entries} files. Choose the MP3s themselves.`,
  tooManyInFolder: `This folder holds more than ${zipLimits.entries} files. Choose the MP3s themselves.`,
  tooLarge: 'This ZIP holds more than 1 GB of music. Choose the MP3s themselves.',
  noAudio: 'This ZIP holds no MP3.',
} as const;
