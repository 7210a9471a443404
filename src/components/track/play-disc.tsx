import { CloudOff, Pause, Play } from 'lucide';
import { controlKey, playKey, soundAttributes } from '../../boot/contract.ts';
import { trackWords } from '../../platform/track-words.ts';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';

export const notOnDeviceText = 'Not saved on this device';

interface PlayDiscProps {
  track: Parameters<typeof soundAttributes>[0] & { title: string };
  isSounding: boolean;
  /** Whether the device is offline and has no kept copy of the track. */
  isUnplayable: boolean;
  onPlay: () => void;
  place: 'corner' | 'full';
}

const style = classes({
  button: {
    position: 'absolute',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    cursor: 'pointer',
    transition: 'transform 140ms',
    _active: { transform: 'scale(.94)' },
  },
  corner: {
    right: '6px',
    bottom: '6px',
    width: '44px',
    height: '44px',
    borderRadius: 'full',
    _focusVisible: { outlineColor: '#F5EFE6', outlineOffset: '0px' },
  },
  full: { inset: '0', borderRadius: 'art', _focusVisible: { outlineColor: '#F5EFE6', outlineOffset: '-2px' } },
  unplayable: { cursor: 'default' },
  disc: {
    width: '36px',
    height: '36px',
    p: '10px',
    borderRadius: 'full',
    bg: 'disc',
    color: 'disc.fg',
    boxShadow: '0 0 0 1px rgba(255,255,255,.2)',
  },
  large: { width: '40px', height: '40px', p: '12px' },
  sounding: { bg: 'bg.inverted', color: 'fg.inverted' },
});

export function PlayDisc({ track, isSounding, isUnplayable, onPlay, place }: PlayDiscProps) {
  const name = track.title || trackWords.untitled;
  return (
    <button
      type="button"
      {...controlKey(playKey(track.audioSrc))}
      aria-label={isSounding ? trackWords.pause(name) : trackWords.play(name)}
      {...(isUnplayable ? disabledWithReason(notOnDeviceText) : { ...soundAttributes(track), onClick: onPlay })}
      className={style('button', place, isUnplayable && 'unplayable')}
    >
      <Icon
        of={isUnplayable ? CloudOff : isSounding ? Pause : Play}
        filled={!isUnplayable}
        className={style('disc', place === 'corner' && 'large', isSounding && 'sounding')}
      />
    </button>
  );
}
