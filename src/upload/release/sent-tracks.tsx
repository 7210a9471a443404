import { Check, CircleAlert, Clock, FileMusic, Lock, Pencil, X } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { UploadRecord } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive } from '../../engine/live.ts';
import { isCreationOf, useRateLimitText } from '../../engine/use-rate-limit.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { ProgressLine } from '../../design/progress-line.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { formOf } from '../desk-state.ts';
import { ACCEPTED_AUDIO, FilePicker } from '../file-picker.tsx';
import { lengthAndSize } from '../files-block.tsx';
import { useProgressOf } from '../upload-progress.ts';
import { isHeldUp, isUnderWay } from '../upload-stage.ts';
import { uploadTexts } from '../upload-texts.ts';
import type { FreeSlots } from '../use-slots.ts';
import type { ReleaseDesk } from './release-desk.ts';
import type { SentRelease } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';
import { TrackArtist } from './track-artist.tsx';
import { TrackField, type TrackPart } from './track-field.tsx';

interface SentTracksProps {
  desk: ReleaseDesk;
  sent: SentRelease;
  uploads: readonly UploadRecord[];
  slots: FreeSlots;
  /** Whether the server has refused the release: its tracks are created only after it is sent again. */
  isRefused: boolean;
}

export function SentTracks({ desk, sent, uploads, slots, isRefused }: SentTracksProps) {
  const { formStates, checks } = useLive(desk.uploads);
  return (
    <Box as="section" aria-label={releaseTexts.tracksInOrder} flex="1" minWidth="0" width="100%">
      <Box pb="10px" borderBottom="1px solid" borderColor="border">
        <styled.h2 textStyle="h2">{releaseTexts.tracksInOrder}</styled.h2>
      </Box>
      <List aria-label={releaseTexts.tracksInOrder}>
        {uploads.map((record, at) => {
          const formState = formStates.get(record.id);
          const title = formOf(record, formState, '').title || record.audio?.name || uploadTexts.noTitle;
          return (
            <SentRow
              key={record.id}
              desk={desk}
              sent={sent}
              record={record}
              number={at + 1}
              title={title}
              problem={formState?.errors.audio ?? null}
              lockedWords={slots.free === 0 ? releaseTexts.noSlot(slots.level) : null}
              isChecking={checks > 0}
              canSend={!isRefused}
            />
          );
        })}
      </List>
    </Box>
  );
}

interface SentRowProps {
  desk: ReleaseDesk;
  sent: SentRelease;
  record: UploadRecord;
  number: number;
  title: string;
  /** Why the chosen file cannot be used. */
  problem: string | null;
  /** Why a draft cannot be sent; null if it can. */
  lockedWords: string | null;
  isChecking: boolean;
  canSend: boolean;
}

function SentRow({ desk, sent, record, number, title, problem, lockedWords, isChecking, canSend }: SentRowProps) {
  const [edited, setEdited] = useState<TrackPart | null>(null);
  const { stage } = record;
  const isDraft = stage.kind === 'draft';
  const artistName = record.release?.artistName ?? '';
  // A track whose file has arrived is created behind its refused release.
  const isArtistEditable = isDraft || (!canSend && stage.kind === 'creating');
  const refusal = isDraft ? stage.refusal : null;
  const error = problem ?? refusal?.text ?? null;
  const isLocked =
    isDraft && lockedWords !== null && problem === null && (!refusal || refusal.title === uploadTexts.limitReached);
  return (
    <Box as="li" py="6px" borderBottom="1px solid" borderColor="border">
      <Flex align="center" gap="10px" minHeight="46px">
        <Box width="24px" flex="none" fontFamily="display" fontWeight="700" fontSize="14px" color="fg.muted">
          {isLocked ? <Icon of={Lock} size={18} /> : number}
        </Box>
        {edited !== null ? (
          <TrackField
            part={edited}
            title={title}
            artistName={artistName}
            releaseArtist={sent.artistName}
            onTitle={(next) => desk.rename(record.id, next)}
            onArtist={(name) => toastOnError(desk.nameTrackArtist(record, name))}
            onEnd={() => setEdited(null)}
          />
        ) : (
          <>
            <Box flex="1" minWidth="0">
              <Box textStyle="title" truncate>
                {title}
              </Box>
              <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
                {artistName !== '' && (
                  <>
                    {isArtistEditable ? (
                      <TrackArtist title={title} artistName={artistName} onEdit={() => setEdited('artist')} />
                    ) : (
                      artistName
                    )}
                    {', '}
                  </>
                )}
                {isLocked ? lockedWords : record.audio ? lengthAndSize(record.audio) : uploadTexts.noFile}
              </Box>
            </Box>
            <RowState record={record} title={title} />
            {isDraft && (
              <IconButton label={releaseTexts.rename(title)} onClick={() => setEdited('title')}>
                <Icon of={Pencil} size={18} />
              </IconButton>
            )}
            {(isDraft || stage.kind === 'sending') && (
              <IconButton
                label={isDraft ? releaseTexts.remove(title) : releaseTexts.cancel(title)}
                mr="-12px"
                onClick={() => toastOnError(desk.removeSent(sent, record))}
              >
                <Icon of={X} />
              </IconButton>
            )}
          </>
        )}
      </Flex>
      {error !== null && !isLocked && (
        <Flex role="alert" gap="6px" mt="2px" pl="34px" fontSize="13px" color="red.fg">
          <Icon of={CircleAlert} size={16} />
          {error}
        </Flex>
      )}
      {isDraft && !isLocked && (
        <Flex gap="8px" pl="34px" pb="6px" mt="6px" align="center" wrap="wrap">
          {canSend && (
            <Button
              size="sm"
              aria-label={releaseTexts.send(title)}
              busy={isChecking ? 'Checking' : null}
              onClick={() => toastOnError(desk.send(record.id))}
            >
              {refusal ? releaseTexts.sendAgain : releaseTexts.sendNow}
            </Button>
          )}
          <Box position="relative">
            <FilePicker
              accept={ACCEPTED_AUDIO}
              label={releaseTexts.replace(title)}
              onFiles={([file]) => file && toastOnError(desk.replaceFile(record.id, file))}
            >
              <Flex
                align="center"
                gap="8px"
                minHeight="36px"
                px="14px"
                borderRadius="full"
                bg="bg.muted"
                fontSize="14px"
              >
                <Icon of={FileMusic} size={16} />
                {releaseTexts.otherFile}
              </Flex>
            </FilePicker>
          </Box>
        </Flex>
      )}
    </Box>
  );
}

function RowState({ record, title }: { record: UploadRecord; title: string }) {
  const { share, hasBegun } = useProgressOf()(record);
  const pace = useRateLimitText(isCreationOf(record.trackId));
  const { kind } = record.stage;
  if (kind === 'done')
    return (
      <Words>
        <Icon of={Check} size={16} />
        {uploadTexts.done}
      </Words>
    );
  if (!isUnderWay(record)) return null;
  const percent = Math.floor(share * 100);
  if (isHeldUp(record) || !hasBegun || pace !== null)
    return (
      <Words>
        <Icon of={Clock} size={14} />
        <WaitingText filter={isCreationOf(record.trackId)} length="short" />
      </Words>
    );
  return (
    <ProgressBar label={releaseTexts.progress(title)} value={percent} gap="10px" flex="none">
      <ProgressLine seed={record.trackId} share={share} width={72} height={18} half={3.1} isPlain />
      <Box textStyle="meta" fontVariantNumeric="tabular-nums" minWidth="36px" textAlign="right">
        {percent}%
      </Box>
    </ProgressBar>
  );
}

function Words({ children }: { children: ReactNode }) {
  return (
    <Flex align="center" gap="5px" textStyle="meta" color="fg.muted" flex="none">
      {children}
    </Flex>
  );
}
