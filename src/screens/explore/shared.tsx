import { useEffect } from 'react';
import { pending } from '../../boot/contract.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { classes } from '../../design/classes.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import type { Listening } from '../../components/track/listening.ts';

export const SharedCarousel = lazyPart(() => import('./shared-carousel.tsx').then((m) => m.SharedCarousel), 'block');

const KEY = 'explore_shared';

const heightOf = (coverWidth: string) => `calc(124px + ${coverWidth})`;
const heights = {
  base: heightOf('(100% - 24px) / 2.3'),
  sm: heightOf('(100% - 24px) / 3'),
  md: heightOf('(100% - 36px) / 4'),
  lg: heightOf('(100% - 80px) / 5'),
  xl: heightOf('(100% - 100px) / 6'),
};

const style = classes({
  shared: { mt: { base: '16px', lg: '24px' }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  placeholder: { gridArea: '1 / 1', pointerEvents: 'none', paddingTop: heights },
  row: { gridArea: '1 / 1', minWidth: '0' },
});

interface SharedProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  isComplete: boolean;
}

/** The carousel of shared tracks. Reserves its height while loading if the last visit had any, to avoid a layout shift. */
export function Shared({ isComplete, ...rest }: SharedProps) {
  const scope = useScope();
  const shared = useLive(scope.community);
  const hasShares = shared.length > 0;
  useEffect(() => {
    if (hasShares || isComplete) scope.device.setText(KEY, hasShares ? '1' : '');
  }, [scope, hasShares, isComplete]);
  if (!hasShares && (isComplete || scope.device.text(KEY) !== '1')) return null;
  return (
    <div className={style('shared')}>
      <div {...(hasShares ? {} : pending)} className={style('placeholder')} />
      <div className={style('row')}>{hasShares && <SharedCarousel shared={shared} {...rest} />}</div>
    </div>
  );
}
