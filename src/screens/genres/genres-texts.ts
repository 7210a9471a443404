/** Words of the page of genres. */
export const genresTexts = { soon: 'Coming Soon' } as const;
