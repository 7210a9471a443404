import { localTexts } from '../platform/page-storage.ts';
import { useEffect, useState } from 'react';
import { useNowPlaying } from '../playback/player/player-context.tsx';
import { useRadioState } from '../playback/radio/radio-context.tsx';
import { dismissInstall, isInstallDismissed } from '../components/install/install-prompt.ts';
import { isMoving } from '../upload/upload-stage.ts';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { constantLive, useEngine, useLive, useScopeOrNull, useSyncStatus } from '../engine/live.ts';
import { fromLeft, fromRight } from '../design/edges.ts';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box } from '../design/styled.tsx';
import { dismissToast, toast } from '../engine/toast.ts';
import { registerWorker } from './update.ts';
import { appTexts } from './app-texts.ts';

const InstallPanel = lazyPart(
  () => import('../components/install/install-panel.tsx').then((m) => m.InstallPanel),
  'invisible',
);

const OFFER_AFTER_PLAYS = 3;
const PLAYS_KEY = 'plays_counted_here';
const UPDATE_TOAST = 'update';
const noUploads = constantLive<null>(null);

/** Neither a new version nor installation is offered during playback. A new version also waits for uploads and sending. */
export function Prompts() {
  return (
    <>
      <UpdatePrompt />
      <InstallOffer />
      <SignedOutNote />
    </>
  );
}

function useIsListening(): boolean {
  const { isPlaying } = useNowPlaying();
  const radio = useRadioState();
  return isPlaying || radio === 'connecting' || radio === 'onAir' || radio === 'reconnecting';
}

function UpdatePrompt() {
  const [apply, setApply] = useState<(() => void) | null>(null);
  const isPlaying = useIsListening();
  const isUploading = useLive(useScopeOrNull()?.uploads.records ?? noUploads)?.some(isMoving) ?? false;
  // Offline, nothing is being sent: queued actions stay on the disk.
  const isSending = useSyncStatus(
    ({ work, waiting, network }) => work.kind === 'working' && waiting > 0 && network !== 'offline',
  );

  useEffect(() => registerWorker((run) => setApply(() => run)), []);

  useEffect(() => {
    if (!apply || isPlaying || isSending || isUploading) return dismissToast(UPDATE_TOAST);
    toast({
      id: UPDATE_TOAST,
      kind: 'info',
      ...appTexts.update,
      duration: null,
      action: { label: 'Reload', run: apply },
    });
  }, [apply, isPlaying, isSending, isUploading]);
  return null;
}

function SignedOutNote() {
  const wasEnded = useLive(useEngine().wasSessionEndedElsewhere);
  useEffect(() => {
    if (wasEnded) toast({ kind: 'info', ...appTexts.signedOutElsewhere, duration: null });
  }, [wasEnded]);
  return null;
}

function InstallOffer() {
  const scope = useScopeOrNull();
  const [isOffered, setOffered] = useState(false);
  const isPlaying = useIsListening();

  useEffect(
    () =>
      scope?.onAcknowledged((action) => {
        if (action.kind !== 'play.record' || action.status !== 'applied' || isInstallDismissed()) return;
        const plays = Number(localTexts.get(PLAYS_KEY) ?? 0) + 1;
        localTexts.set(PLAYS_KEY, String(plays));
        if (plays >= OFFER_AFTER_PLAYS) setOffered(true);
      }),
    [scope],
  );

  if (!isOffered || isPlaying) return null;
  return (
    <Box
      {...overBottomBars}
      position="fixed"
      left={fromLeft('12px')}
      right={fromRight('12px')}
      maxWidth="440px"
      mx="auto"
      bottom="calc(var(--bottom-bars, 0px) + 12px)"
      zIndex="topBar"
      borderRadius="panel"
      boxShadow="0 12px 40px rgba(0,0,0,.55)"
    >
      <InstallPanel
        onNotNow={() => {
          dismissInstall();
          setOffered(false);
        }}
      />
    </Box>
  );
}
