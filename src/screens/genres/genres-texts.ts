export const genresTexts = { soon: 'Coming Soon' } as const;
