/** Texts of the genres page. */
export const genresTexts = { soon: 'Coming Soon' } as const;
