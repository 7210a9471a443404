import { Check, Lock } from 'lucide';
import { type Feature, levelProgress, type Rules, uploadSlots } from '../../../sync/model/rules.ts';
import { LevelProgress, XpOfNextLevel } from '../../components/zaps/level-progress.tsx';
import { zapTexts } from '../../components/zaps/zap-texts.ts';
import { useRules } from '../../engine/live.ts';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { Box, Flex } from '../../design/styled.tsx';

const features: readonly Feature[] = ['connect', 'message', 'vote', 'sponsor', 'sell', 'share'];
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function milestonesOf({ unlockLevels }: Rules): { level: number; unlocks: string }[] {
  const levels = [...new Set(features.map((feature) => unlockLevels[feature]))];
  const featureMilestones = levels.map((level) => {
    const list = and.format(features.filter((feature) => unlockLevels[feature] === level));
    return { level, unlocks: list.charAt(0).toUpperCase() + list.slice(1) };
  });
  const slots = [4, 5, 6].map((level) => ({ level, unlocks: `${uploadSlots(level)} upload slots` }));
  return [...featureMilestones, ...slots].sort((a, b) => a.level - b.level);
}

const MAX_SHOWN = 3;

export function LevelPanel({ xp, seed }: { xp: number; seed: string }) {
  const { level, remaining } = levelProgress(xp);
  const milestones = milestonesOf(useRules());
  const firstLocked = milestones.findIndex((milestone) => milestone.level > level);
  const firstShown =
    firstLocked < 0
      ? milestones.length - MAX_SHOWN
      : Math.min(Math.max(0, firstLocked - 2), milestones.length - MAX_SHOWN);
  return (
    <Panel>
      <Flex align="flex-end" gap="12px" fontVariantNumeric="tabular-nums">
        <Box textStyle="numeral" fontSize="56px" lineHeight=".8" aria-hidden>
          {level}
        </Box>
        <Box flex="1" minWidth="0">
          <Box fontWeight="600">{zapTexts.level(level)}</Box>
          <Flex justify="space-between" gap="8px" textStyle="meta" color="fg.muted" wrap="wrap">
            <Box>{zapTexts.toLevel(remaining, level + 1)}</Box>
            <Box>
              <XpOfNextLevel xp={xp} />
            </Box>
          </Flex>
        </Box>
      </Flex>
      <Box mt="14px">
        <LevelProgress xp={xp} seed={seed} />
      </Box>
      <Box as="ul" listStyleType="none" mt="8px">
        {milestones.slice(firstShown, firstShown + MAX_SHOWN).map((milestone) => {
          const isOpen = level >= milestone.level;
          return (
            <Flex
              as="li"
              key={milestone.unlocks}
              align="center"
              gap="14px"
              minHeight="34px"
              color={isOpen ? 'fg' : 'fg.subtle'}
            >
              <Icon of={isOpen ? Check : Lock} size={18} label={isOpen ? 'Unlocked' : 'Locked'} />
              <Box flex="1">{milestone.unlocks}</Box>
              <Box textStyle="meta" color="fg.subtle">
                {zapTexts.level(milestone.level)}
              </Box>
            </Flex>
          );
        })}
      </Box>
    </Panel>
  );
}
