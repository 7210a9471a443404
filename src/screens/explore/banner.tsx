import type { ReactNode } from 'react';
import { classes } from '../../design/classes.ts';
import { StillLine } from '../../design/drawn-lines.tsx';
import { exploreTexts } from './explore-texts.ts';

const style = classes({
  banner: { display: 'flex', gap: '40px', alignItems: 'center', minHeight: { base: '0', lg: '126px' } },
  slogan: {
    textStyle: 'poster',
    flex: '1',
    minWidth: '0',
    fontSize: { base: 'clamp(20px, 8.5vw, 44px)', lg: '54px' },
  },
  firstLine: { display: 'flex', alignItems: 'center', gap: '.35em' },
  unbroken: { whiteSpace: 'nowrap' },
  wave: { color: 'fg.subtle', flex: '1', minWidth: '0', height: '.9em', maxWidth: { base: '112px', lg: '300px' } },
  onPhones: { height: '100%', hideFrom: 'lg' },
  onDesktop: { height: '100%', hideBelow: 'lg' },
  aside: { hideBelow: 'lg', flex: 'none', width: '390px' },
});

/** `aside` is null while prerendering, which has no engine. */
export function Banner({ aside }: { aside: ReactNode }) {
  const [first, second] = exploreTexts.banner;
  return (
    <div className={style('banner')}>
      <h1 className={style('slogan')}>
        <div className={style('firstLine')}>
          <div className={style('unbroken')}>{first} </div>
          <div className={style('wave')}>
            <div className={style('onPhones')}>
              <StillLine seed="undercurrent" width={112} height={28} half={4} fits />
            </div>
            <div className={style('onDesktop')}>
              <StillLine seed="undercurrent" width={300} height={44} half={4} fits />
            </div>
          </div>
        </div>
        {second}
      </h1>
      <div className={style('aside')}>{aside}</div>
    </div>
  );
}
