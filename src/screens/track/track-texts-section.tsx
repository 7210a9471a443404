import { Clock, Disc3, Pencil } from 'lucide';
import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useOwnReleases } from '../../components/release/use-releases.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { usePageLink } from '../../design/use-page-link.ts';
import { useScope } from '../../engine/live.ts';
import { useAct } from '../../engine/use-act.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { texts } from '../../platform/texts.ts';
import { Lyrics } from './lyrics.tsx';
import { TextsDialog } from './texts-dialog.tsx';
import { textsWords } from './texts-words.ts';
import { type Texts, type TrackTexts, useTrackTexts } from './use-track-texts.ts';

/** The release of a track, its description and lyrics (S-57). Its owner can edit them. */
export function TrackTextsSection({ track }: { track: TrackView }) {
  const { userId } = useScope();
  const read = useTrackTexts(track.id);
  const { shown, release, failure, isPending } = read;
  const isOwn = track.user_id === userId;
  return (
    <>
      {isOwn && track.release_id != null ? (
        <OwnReleaseLink releaseId={track.release_id} />
      ) : (
        release && <ReleaseLink {...release} />
      )}
      {shown && shown.description !== '' && (
        <Section title={textsWords.description}>
          <Box
            dir="auto"
            maxWidth="640px"
            color="fg.muted"
            whiteSpace="pre-line"
            overflowWrap="anywhere"
            overflowX="clip"
            css={{ unicodeBidi: 'plaintext' }}
          >
            {shown.description}
          </Box>
        </Section>
      )}
      {shown && shown.lyrics !== '' && (
        <Section title={textsWords.lyrics}>
          <Lyrics trackId={track.id} lyrics={shown.lyrics} />
        </Section>
      )}
      {isPending && (
        <Flex align="center" gap="6px" mt="12px" textStyle="meta" color="fg.muted">
          <Icon of={Clock} size={14} />
          <WaitingText
            filter={({ kind, payload }) => kind === 'track.texts' && payload['track_id'] === track.id}
            length="short"
          />
        </Flex>
      )}
      {failure && (isOwn || !failure.isOffline) && <Unread {...failure} />}
      {isOwn && <Edit key={track.id} trackId={track.id} written={read.written} refused={read.refused} />}
    </>
  );
}

function Unread({ isOffline, isAsking, retry }: NonNullable<TrackTexts['failure']>) {
  return (
    <Flex role="status" wrap="wrap" align="center" gap="8px 12px" mt="20px" textStyle="meta" color="fg.muted">
      {isOffline ? textsWords.offline : textsWords.failed}
      {!isOffline && (
        <Button variant="outline" size="sm" busy={isAsking ? texts.part.loading : null} onClick={retry}>
          {texts.retry}
        </Button>
      )}
    </Flex>
  );
}

type EditProps = { trackId: string } & Pick<TrackTexts, 'written' | 'refused'>;

const refusedWords = ({ message }: { message: string }) => ({ title: textsWords.refused, text: message });
const actOptions = { refused: refusedWords };

function Edit({ trackId, written, refused }: EditProps) {
  const scope = useScope();
  const [opened, setOpened] = useState<Texts | null>(null);
  const { run } = useAct('track.texts', actOptions);
  const save = async (changed: Partial<Texts>) => {
    if ((await run({ track_id: trackId, ...changed })) === null) return false;
    // The new change replaces the refused ones.
    for (const { id } of refused) await scope.discard(id);
    return true;
  };
  // After an upload has arrived, its texts are unknown until the server answers: the form must stay open.
  const known = written ?? opened;
  if (!known) return null;
  return (
    <Box mt="20px">
      <Button variant="outline" onClick={() => setOpened(known)}>
        <Icon of={Pencil} size={18} />
        {textsWords.edit}
      </Button>
      {opened && (
        <TextsDialog
          trackId={trackId}
          written={known}
          isRefused={refused.length > 0}
          onSave={save}
          onClose={() => setOpened(null)}
        />
      )}
    </Box>
  );
}

/** Links to an own release, also if it is not published, and offline. */
function OwnReleaseLink({ releaseId }: { releaseId: string }) {
  const releases = useOwnReleases();
  const release = releases.kind === 'loaded' ? releases.own.find(({ id }) => id === releaseId) : undefined;
  return release ? <ReleaseLink id={release.id} title={release.title} /> : null;
}

function ReleaseLink({ id, title }: { id: string; title: string }) {
  const link = usePageLink({ to: '/release/$releaseId', params: { releaseId: id } });
  return (
    <Flex align="center" gap="8px" mt="18px" color="fg.muted" minWidth="0">
      <Icon of={Disc3} size={18} />
      <Box minWidth="0" overflowWrap="anywhere">
        {textsWords.from}{' '}
        <styled.a
          href={`/release/${id}`}
          color="fg"
          fontWeight="500"
          _hover={{ textDecoration: 'underline' }}
          {...link}
        >
          <bdi>{title}</bdi>
        </styled.a>
      </Box>
    </Flex>
  );
}
