import { useEffect, useState } from 'react';
import type { OwnReleaseView, PendingAction, Scope, UploadRecord } from '../../../sync/client.ts';
import { constantLive, useLive, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useObjectUrl } from '../../platform/use-object-url.ts';
import { Cover } from '../../design/art.tsx';
import { Button } from '../../design/button.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import type { FreeSlots } from '../use-slots.ts';
import type { ReleaseDesk } from './release-desk.ts';
import type { SentRelease } from './release-draft.ts';
import { RefusedRelease } from './refused-release.tsx';
import { releaseTexts } from './release-texts.ts';
import { SentTracks } from './sent-tracks.tsx';

interface SentReleasePanelProps {
  desk: ReleaseDesk;
  sent: SentRelease;
  uploads: readonly UploadRecord[];
  slots: FreeSlots;
}

/** A release that was sent, while its uploads are on the device. */
export function SentReleasePanel({ desk, sent, uploads, slots }: SentReleasePanelProps) {
  const scope = useScope();
  const own = useOwnRelease(scope, sent.id);
  const coverSrc = useObjectUrl(useSentCover(scope, uploads[0]?.id ?? null));
  const refused = useLive(scope.pending).find((action) => isRefusedCreation(action, sent.id));
  const arrived = uploads.filter(({ stage }) => stage.kind === 'done').length;
  // An upload that waits for a slot is not part of the release yet.
  const awaited = uploads.filter((record) => isPlaced(record, own)).length;
  const address: string = `/release/${sent.id}`;
  const isOut = (own?.publishedAt ?? null) !== null;
  const publishAt = own ? own.publishAt : sent.publishAt;
  const now = useNow(60_000);
  const isLater = publishAt !== null && Date.parse(publishAt) > now;
  return (
    <Flex
      direction={{ base: 'column', lg: 'row' }}
      gap={{ base: '28px', lg: '64px' }}
      mt={{ base: '16px', lg: '24px' }}
      align="flex-start"
    >
      <Box width={{ base: '100%', lg: '656px' }} flex="0 1 auto" minWidth="0">
        <Flex gap={{ base: '14px', lg: '20px' }}>
          <Box width={{ base: '116px', lg: '176px' }} flex="none">
            <Cover src={coverSrc} coverSeed={sent.id} px={176} eager />
          </Box>
          <Box flex="1" minWidth="0">
            <styled.h2 textStyle="h1" dir="auto" overflowWrap="anywhere" overflowX="clip">
              {own?.title ?? sent.title}
            </styled.h2>
            <Box textStyle="meta" color="fg.muted">
              {own?.artistName ?? sent.artistName}
            </Box>
            <Box role="status" mt="10px" fontVariantNumeric="tabular-nums">
              <div>{releaseTexts.sending(arrived, Math.max(awaited, arrived))}</div>
              <Box color="fg.muted">
                {isOut
                  ? releaseTexts.isOut
                  : releaseTexts.shows(Math.max(awaited, arrived), isLater ? publishAt : null)}
              </Box>
            </Box>
          </Box>
        </Flex>
        {refused && <RefusedRelease key={refused.id} desk={desk} sent={sent} action={refused} />}
        <Flex gap="10px" mt="24px" wrap="wrap">
          <LinkButton size="lg" to={address}>
            {releaseTexts.open}
          </LinkButton>
          <Button variant="outline" size="lg" onClick={() => desk.startAnother(sent, uploads)}>
            {releaseTexts.another}
          </Button>
        </Flex>
      </Box>
      <SentTracks desk={desk} sent={sent} uploads={uploads} slots={slots} isRefused={refused !== undefined} />
    </Flex>
  );
}

const isRefusedCreation = ({ kind, payload, state }: PendingAction, releaseId: string) =>
  kind === 'release.create' && payload['release_id'] === releaseId && 'error' in state;

function isPlaced({ release, trackId, stage }: UploadRecord, own: OwnReleaseView | null): boolean {
  if (stage.kind !== 'draft' || !own) return stage.kind !== 'draft';
  return own.places.some(({ id }) => id === release?.place || id === trackId);
}

const noReleases = constantLive<readonly OwnReleaseView[]>([]);

/** Null until the release is read, or if it does not exist. */
function useOwnRelease(scope: Scope, id: string): OwnReleaseView | null {
  const [own, setOwn] = useState(() => noReleases);
  useEffect(() => {
    let isCurrent = true;
    scope.releases().then(
      (releases) => isCurrent && setOwn(() => releases.own),
      // The sent release is shown even if this read fails.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [scope]);
  return useLive(own).find((release) => release.id === id) ?? null;
}

function useSentCover(scope: Scope, uploadId: string | null): Blob | null {
  const [cover, setCover] = useState<Blob | null>(null);
  useEffect(() => {
    if (uploadId === null) return;
    let isCurrent = true;
    scope.uploads.files(uploadId).then(
      (files) => isCurrent && setCover(files?.cover ?? null),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [scope, uploadId]);
  return cover;
}
