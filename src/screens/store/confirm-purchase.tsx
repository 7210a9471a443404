import { useId, useMemo, useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { purchase } from '../../../sync/model/remote-acts.ts';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { announcePageEvent } from '../../platform/page-events.ts';
import { serverClock } from '../../engine/server-clock.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { Cover } from '../../design/art.tsx';
import { ConfirmSpend } from '../../components/zaps/confirm-spend.tsx';
import { Box, styled } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { ItemArt } from './item-art.tsx';
import type { Prize } from './reveal.tsx';
import { storeTexts } from './store-texts.ts';

export interface PurchaseResult {
  message: string;
  prizes: readonly Prize[];
  /** ms since the epoch */
  at: number;
}

interface ConfirmPurchaseProps {
  item: StoreItemRow;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onBought: (result: PurchaseResult) => void;
}

/** Asks before a purchase, and for a boost, which track. A retry after a lost response buys only once. */
export function ConfirmPurchase({ item, onBusy, onCancel, onBought }: ConfirmPurchaseProps) {
  const { state, run } = useRemoteAct(purchase);
  const isBoost = item.category === 'boost';
  const tracks = usePublicTracks();
  const [chosen, setChosen] = useState<string | null>(null);
  const track = isBoost ? (tracks.find(({ id }) => id === chosen) ?? tracks[0]) : undefined;

  async function buy() {
    onBusy(true);
    const outcome = await run({ itemId: item.id, quantity: 1, trackId: track?.id ?? null });
    onBusy(false);
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    announcePageEvent('zapStoreRefresh');
    if (isBoost) announcePageEvent('trackDataRefresh');
    const { message, prizes = [] } = outcome.value ?? { message: storeTexts.boughtBefore(item.name) };
    onBought({ message, prizes, at: serverClock.now() });
  }

  return (
    <ConfirmSpend
      title={storeTexts.ask(item.name)}
      verb={storeTexts.buy(item.zap_cost)}
      price={item.zap_cost}
      picture={
        track ? (
          <Cover src={track.coverSrc} coverSeed={track.id} px={64} eager />
        ) : (
          <ItemArt icon={item.icon} size={64} />
        )
      }
      name={track ? track.title || trackWords.untitled : item.name}
      {...(track ? { meta: item.name } : {})}
      isReady={!isBoost || track !== undefined}
      tooFew={(zaps) => storeTexts.tooFew(item.zap_cost, zaps)}
      onlineOnly={storeTexts.onlineOnly}
      isUnanswered={state.kind === 'refused' && state.isUnanswered}
      busy={state.kind === 'busy' ? storeTexts.purchasing : null}
      onCancel={onCancel}
      onConfirm={() => toastOnError(buy())}
    >
      {isBoost ? (
        <ChooseTrack tracks={tracks} value={track?.id ?? null} onChange={setChosen} />
      ) : (
        <Box overflowWrap="anywhere">{item.description}</Box>
      )}
    </ConfirmSpend>
  );
}

function usePublicTracks(): readonly TrackView[] {
  const scope = useScope();
  const tracks = useLive(useMemo(() => scope.tracksOf(scope.userId ?? ''), [scope]));
  return tracks.filter((track) => track.is_public);
}

interface ChooseTrackProps {
  tracks: readonly TrackView[];
  value: string | null;
  onChange: (trackId: string) => void;
}

function ChooseTrack({ tracks, value, onChange }: ChooseTrackProps) {
  const name = useId();
  if (tracks.length === 0) return storeTexts.noTrack;
  return (
    <>
      {storeTexts.highlights}
      <Box
        role="radiogroup"
        aria-label={storeTexts.chooseTrack}
        mt="12px"
        maxHeight="196px"
        overflowY="auto"
        overscrollBehavior="contain"
        color="fg"
        mx="-8px"
      >
        {tracks.map(({ id, title }) => (
          <styled.label
            key={id}
            display="flex"
            alignItems="center"
            gap="12px"
            minHeight="44px"
            px="8px"
            borderRadius="12px"
            cursor="pointer"
            _hover={{ bg: 'bg.muted' }}
            _focusWithin={{ outline: '2px solid', outlineOffset: '-2px' }}
          >
            <styled.input
              type="radio"
              name={name}
              checked={id === value}
              onChange={() => onChange(id)}
              appearance="none"
              flex="none"
              width="22px"
              height="22px"
              borderRadius="full"
              border="1.5px solid"
              borderColor="border.emphasized"
              outline="none"
              cursor="pointer"
              _checked={{ border: '7px solid', borderColor: 'fg' }}
            />
            <Box truncate>{title || trackWords.untitled}</Box>
          </styled.label>
        ))}
      </Box>
    </>
  );
}
