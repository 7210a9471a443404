import { useEffect, useMemo, useRef, useState } from 'react';
import { mediaAddress } from '../../../supabase/functions/_shared/media/media-address.ts';
import { classes } from '../../design/classes.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { backendConfig } from '../../engine/backend-config.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useRead } from '../../platform/use-read.ts';
import { openSoundOwner } from '../../playback/output/sound-owner.ts';
import { operatorTexts } from './operator-texts.ts';

const style = classes({ sound: { width: '100%' } });
const readConfig = (_key: null) => backendConfig();

/** A second sound owner, which counts as another page: when a reported sound begins, the player and the radio of this page stop. */
const owner = openSoundOwner();

/** Plays a reported track that this device does not have, such as a hidden one. It does not count as a play. */
export function ReportedSound({ trackId, title, stored }: { trackId: string; title: string; stored: string }) {
  const scope = useScope();
  const isHere = useLive(useMemo(() => scope.track(trackId), [scope, trackId])) !== null;
  const config = useRead(readConfig, null);
  if (isHere || config.kind === 'reading') return null;
  if (config.kind === 'failed') return <FailedState {...operatorTexts.soundFailed} onRetry={config.retry} />;
  return <Sound label={operatorTexts.listenTo(title)} src={mediaAddress(config.value, 'tracks', stored)} />;
}

function Sound({ label, src }: { label: string; src: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => owner.onOtherPage(() => audio.current?.pause()), []);
  useEffect(() => {
    if (attempt === 0) return;
    // The pressed Retry button has unmounted: focus the audio element.
    audio.current?.focus();
    // `onError` shows a failure.
    audio.current?.play().catch(() => undefined);
  }, [attempt]);

  if (hasFailed)
    return (
      <FailedState
        {...operatorTexts.soundFailed}
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no captions
    <audio
      ref={audio}
      controls
      preload="none"
      className={style('sound')}
      aria-label={label}
      src={src}
      onPlay={owner.begin}
      onError={() => setFailed(true)}
    />
  );
}
