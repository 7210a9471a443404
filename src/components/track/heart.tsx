import { Heart } from 'lucide';
import { useRef } from 'react';
import { toastOnError } from '../../engine/call-failure.ts';
import { useTrack } from '../../engine/live.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { styled } from '../../design/styled.tsx';
import { favouriteTexts } from './favourite-texts.ts';
import { useFavourite } from './use-favourite.ts';

const beat: Keyframe[] = [{ transform: 'scale(.8)' }, { transform: 'none' }];
const beatTiming: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(.2,.8,.2,1)' };

interface HeartButtonProps {
  trackId: string;
  /** Whether the button has an outline. */
  isOutlined?: boolean;
}

/** Adds the track to the favourites, or removes it. */
export function HeartButton({ trackId, isOutlined = false }: HeartButtonProps) {
  const isFavourite = useTrack(trackId)?.myFavourite.isFavourite ?? false;
  const { toggle } = useFavourite();
  const sign = useRef<HTMLSpanElement>(null);
  return (
    <IconButton
      label={favouriteTexts.heart}
      aria-pressed={isFavourite}
      {...(isOutlined ? { boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}' } : { color: 'fg.muted' })}
      onClick={() => {
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) sign.current?.animate(beat, beatTiming);
        toastOnError(toggle(trackId));
      }}
    >
      <styled.span ref={sign} display="flex" {...(isFavourite ? { color: 'fg' } : {})}>
        <Icon of={Heart} filled={isFavourite} />
      </styled.span>
    </IconButton>
  );
}
