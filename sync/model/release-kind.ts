export const releaseKinds = ['single', 'ep', 'album'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** @param chosen by the owner; anything else means by the number of tracks */
export function releaseKind(chosen: string | null, tracks: number): ReleaseKind {
  const kind = releaseKinds.find((kind) => kind === chosen);
  if (kind) return kind;
  return tracks <= 2 ? 'single' : tracks <= 6 ? 'ep' : 'album';
}
