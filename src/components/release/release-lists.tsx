import { releaseKind } from '../../../sync/model/release-kind.ts';
import { Section } from '../../design/page.tsx';
import { useNow } from '../../engine/use-now.ts';
import { ReleaseCards, type ReleaseCardContent } from './release-cards.tsx';
import { kindWords, releaseTexts, trackCount, unpublishedText } from './release-words.ts';
import { useOwnReleases, usePublishedReleases, useReleasesBeingSent, useTracksOf } from './use-releases.ts';

interface PersonReleasesProps {
  userId: string;
  title?: string;
  /** The release to leave out, because its page shows this list. */
  exceptId?: string;
}

const yearOf = (iso: string) => String(new Date(iso).getFullYear());

/** The published releases of a person. Renders nothing if there are none. */
export function PersonReleases({ userId, title = releaseTexts.releases, exceptId }: PersonReleasesProps) {
  const tracks = useTracksOf(userId);
  const cards = usePublishedReleases(userId)
    .filter(({ id }) => id !== exceptId)
    .map((release): ReleaseCardContent => {
      const { id, track_ids: trackIds, published_at: publishedAt } = release;
      const kind = kindWords[releaseKind(release.kind, trackIds.length)];
      return {
        id,
        title: release.title,
        first: tracks.get(trackIds[0] ?? '') ?? null,
        meta: `${kind}, ${trackCount(trackIds.length)}, ${yearOf(publishedAt)}`,
        state: null,
      };
    });
  if (cards.length === 0) return null;
  return (
    <Section title={title}>
      <ReleaseCards label={title} releases={cards} />
    </Section>
  );
}

/** The person's own releases, published or not. Renders nothing if there are none. */
export function OwnReleases() {
  const releases = useOwnReleases();
  const sending = useReleasesBeingSent();
  const now = useNow(60_000);
  if (releases.kind !== 'loaded' || releases.own.length === 0) return null;
  const cards = releases.own.map((release): ReleaseCardContent => {
    const { id, title, kind, places, publishedAt } = release;
    return {
      id,
      title,
      first: places.find(({ track }) => track !== null)?.track ?? null,
      meta: [kindWords[kind], trackCount(places.length), ...(publishedAt === null ? [] : [yearOf(publishedAt)])].join(
        ', ',
      ),
      state: unpublishedText(release, now, sending.has(id)),
    };
  });
  return (
    <Section title={releaseTexts.releases}>
      <ReleaseCards label={releaseTexts.releases} releases={cards} />
    </Section>
  );
}
