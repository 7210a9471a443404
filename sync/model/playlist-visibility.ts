/** Who sees a playlist (S-60), by how many people: its owner, those who have its link, everybody. */
export const playlistVisibilities = ['private', 'link', 'public'] as const;
export type PlaylistVisibility = (typeof playlistVisibilities)[number];
