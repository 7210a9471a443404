import { useMemo } from 'react';
import { mediaAddress } from '../../../supabase/functions/_shared/media/media-address.ts';
import { classes } from '../../design/classes.ts';
import { backendConfig } from '../../engine/backend-config.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useRead } from '../../platform/use-read.ts';
import { usePlayerApi } from '../../playback/player/player-context.tsx';
import { useRadioApi } from '../../playback/radio/radio-context.tsx';
import { operatorTexts } from './operator-texts.ts';

const style = classes({ sound: { width: '100%' } });
const readConfig = (_key: null) => backendConfig();

/** Plays a reported track that this device does not have, such as a hidden one. It does not count as a play. */
export function ReportedSound({ trackId, title, stored }: { trackId: string; title: string; stored: string }) {
  const scope = useScope();
  const isHere = useLive(useMemo(() => scope.track(trackId), [scope, trackId])) !== null;
  const config = useRead(readConfig, null);
  const player = usePlayerApi().controller;
  const radio = useRadioApi().controller;
  if (isHere || config.kind !== 'loaded') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no captions
    <audio
      controls
      preload="none"
      className={style('sound')}
      aria-label={operatorTexts.listenTo(title)}
      src={mediaAddress(config.value, 'tracks', stored)}
      onPlay={() => {
        player?.send({ type: 'pause.requested' });
        radio?.pause();
      }}
    />
  );
}
