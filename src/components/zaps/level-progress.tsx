import { levelProgress, nextLevelXp } from '../../../sync/model/rules.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { ProgressLine, type ProgressLineProps } from '../../design/progress-line.tsx';
import { Box } from '../../design/styled.tsx';
import { zapTexts } from './zap-texts.ts';

export function XpOfNextLevel({ xp }: { xp: number }) {
  return (
    <>
      <Box as="span" color="fg" fontWeight="600">
        {xp.toLocaleString('en')}
      </Box>{' '}
      / {nextLevelXp(levelProgress(xp).level).toLocaleString('en')} XP
    </>
  );
}

export function LevelProgress({ xp, ...line }: { xp: number } & Omit<ProgressLineProps, 'share'>) {
  const { level, into, span } = levelProgress(xp);
  return (
    <ProgressBar label={zapTexts.level(level)} value={into} max={span}>
      <ProgressLine {...line} share={into / span} />
    </ProgressBar>
  );
}
