import { useMemo } from 'react';
import type { OwnReleaseView, ReleasesApi, TrackView } from '../../../sync/client.ts';
import { PersonReleases } from '../../components/release/release-lists.tsx';
import { unpublishedText } from '../../components/release/release-words.ts';
import { useReleasesBeingSent } from '../../components/release/use-releases.ts';
import { CoverPage } from '../../components/track/cover-page.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Box } from '../../design/styled.tsx';
import { useArtistName } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { texts } from '../../platform/texts.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { useTitle } from '../../platform/window-title.ts';
import { ReleaseHead } from './release-head.tsx';
import { releasePageTexts } from './release-page-texts.ts';
import { ReleaseRows } from './release-rows.tsx';
import { type ShownRelease, useReleaseByAddress } from './use-release.ts';

const OwnerActs = lazyPart(() => import('./own/owner-acts.tsx').then((m) => m.OwnerActs), 'invisible');

interface ReleasePageProps extends Listening {
  releaseId: string;
}

/** A published release, or one of the person's own (S-61). */
export function ReleasePage({ releaseId, ...listening }: ReleasePageProps) {
  const lookup = useReleaseByAddress(releaseId);
  switch (lookup.kind) {
    case 'found':
      return <Content release={lookup.release} own={lookup.own} {...listening} />;
    case 'loading':
      return <NotLoadedYet title={releasePageTexts.failed} />;
    case 'failed':
      return (
        <Page width="narrow" title={texts.pages.release}>
          <FailedState title={releasePageTexts.failed} isBusy={lookup.isAsking} onRetry={lookup.retry} />
        </Page>
      );
    case 'missing':
    case 'offline':
      return (
        <Page title={releasePageTexts[lookup.kind].title}>
          <EmptyState title={releasePageTexts[lookup.kind].text}>
            <LinkButton to="/">{releasePageTexts.home}</LinkButton>
          </EmptyState>
        </Page>
      );
  }
}

interface ContentProps extends Listening {
  release: ShownRelease;
  /** Null for the releases of others. */
  own: { release: OwnReleaseView; api: ReleasesApi } | null;
}

function Content({ release, own, ...listening }: ContentProps) {
  const { onPlay, nowPlaying } = listening;
  const { id, userId, title, artistName, notes, places } = release;
  const isDesktop = useIsDesktop();
  const now = useNow(60_000);
  const sending = useReleasesBeingSent();
  const name = useArtistName(userId, artistName);
  useTitle(`${title}, ${name}`);
  const tracks = useMemo((): readonly TrackView[] => places.flatMap(({ track }) => track ?? []), [places]);
  const [first] = tracks;
  return (
    <CoverPage
      cover={{ src: first?.coverSrc ?? null, seed: first?.id ?? id }}
      head={
        <>
          <ReleaseHead
            release={release}
            tracks={tracks}
            state={own && unpublishedText(own.release, now, sending.has(id))}
            onPlay={onPlay}
            nowPlaying={nowPlaying}
          >
            {own && <OwnerActs {...own} />}
          </ReleaseHead>
          <Box mt={{ base: '12px', lg: '20px' }} borderBottom={{ lg: '1px solid' }} borderColor={{ lg: 'border' }}>
            <ReleaseRows places={places} tracks={tracks} own={own} {...listening} />
          </Box>
          {isDesktop && <MoreBy userId={userId} name={name} exceptId={id} />}
        </>
      }
      rest={
        <>
          {notes !== '' && (
            <Section title={releasePageTexts.notes}>
              <Box dir="auto" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere" overflowX="clip">
                {notes}
              </Box>
            </Section>
          )}
          {!isDesktop && <MoreBy userId={userId} name={name} exceptId={id} />}
        </>
      }
    />
  );
}

function MoreBy({ userId, name, exceptId }: { userId: string; name: string; exceptId: string }) {
  return <PersonReleases userId={userId} title={releasePageTexts.moreBy(name)} exceptId={exceptId} />;
}
