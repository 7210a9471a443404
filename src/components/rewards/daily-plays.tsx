import { Check, Clock, CloudOff, Zap } from 'lucide';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { claimDailyReward } from '../../../sync/model/remote-acts.ts';
import type { dailyReward } from '../../../sync/model/remote-reads.ts';
import { nextUtcDayAt } from '../../../sync/model/utc-day.ts';
import { useIsOffline, useLive, useMe, useRules, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { Button } from '../../design/button.tsx';
import { Countdown } from '../../design/countdown.tsx';
import { Icon } from '../../design/icon.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { claimsOfVisit } from './claims-of-visit.ts';
import { type PlayReward, playRewardOf } from './play-reward.ts';
import { rewardsTexts } from './rewards-texts.ts';
import { useClaim } from './use-claim.ts';
import type { StatusOfToday } from './use-status-of-today.ts';

type PlaysStatus = StatusOfToday<z.infer<typeof dailyReward.answer>>;

export function DailyPlays({ status }: { status: PlaysStatus }) {
  const me = useMe();
  const scope = useScope();
  const { dailyPlayCap: cap } = useRules();
  const now = useNow(60_000);
  const { plays: claimedOn } = useLive(claimsOfVisit(scope));
  const confirmed = (me?.playsToday ?? 0) - (me?.playsWaiting ?? 0);
  const { isBusy, claim } = useClaim(claimDailyReward, 'plays', ({ amount }) => amount);
  if (!me || status.kind === 'loading') return <Skeleton height="118px" borderRadius="12px" />;
  const reward = playRewardOf(status.value, {
    cap,
    isCurrent: status.isCurrent,
    confirmed,
    waiting: me.playsWaiting,
    isClaimedInVisit: claimedOn === status.today,
  });
  return (
    <Box>
      <Flex justify="space-between" align="baseline" gap="12px">
        <Box fontWeight="600">{rewardsTexts.plays}</Box>
        <Flex align="center" gap="4px" textStyle="meta" color="fg.muted">
          <Box color="zap.fg">
            <Icon of={Zap} size={14} filled />
          </Box>
          {rewardsTexts.earnedToday(reward.plays)}
        </Flex>
      </Flex>
      <Meter {...reward} />
      <Control reward={reward} isBusy={isBusy} onClaim={claim} />
      <Note reward={reward} reset={nextUtcDayAt(now)} />
    </Box>
  );
}

function Meter({ plays, waiting }: PlayReward) {
  const { dailyPlayCap: cap } = useRules();
  return (
    <Flex gap="4px" my="10px" role="img" aria-label={rewardsTexts.meter(plays, cap)}>
      {Array.from({ length: cap }, (_, i) => (
        <Box
          key={i}
          flex="1"
          height="8px"
          borderRadius="2px"
          {...(i < plays
            ? { bg: 'zap.solid', 'data-drawn': 'sign' }
            : i < plays + waiting
              ? { border: '1.5px dashed', borderColor: 'zap.fg' }
              : { bg: 'bg.emphasized', 'data-drawn': 'choice' })}
        />
      ))}
    </Flex>
  );
}

function Control({ reward, isBusy, onClaim }: { reward: PlayReward; isBusy: boolean; onClaim: () => void }) {
  const isOffline = useIsOffline();
  const { dailyPlayCap, playReward } = useRules();
  switch (reward.kind) {
    case 'listen':
      return <StateText>{rewardsTexts.listen(reward.plays, dailyPlayCap)}</StateText>;
    case 'claimed':
      return (
        <StateText>
          <Icon of={Check} size={18} />
          {rewardsTexts.claimed}
        </StateText>
      );
    case 'max':
      return <StateText>{rewardsTexts.max}</StateText>;
    case 'claimable':
      return (
        <Button
          variant="zap"
          width="100%"
          disabled={isOffline && !isBusy}
          busy={isBusy ? rewardsTexts.claiming : null}
          onClick={onClaim}
        >
          {isOffline && <Icon of={CloudOff} size={18} />}
          {rewardsTexts.claimPlays(playReward)}
        </Button>
      );
  }
}

function StateText({ children }: { children: ReactNode }) {
  return (
    <Flex
      height="44px"
      align="center"
      justify="center"
      gap="8px"
      borderRadius="full"
      bg="bg.muted"
      color="fg.muted"
      fontWeight="600"
    >
      {children}
    </Flex>
  );
}

function Note({ reward, reset }: { reward: PlayReward; reset: number }) {
  const isOffline = useIsOffline();
  const isOver = reward.kind === 'claimed' || reward.kind === 'max';
  return (
    <Flex textStyle="small" color="fg.subtle" mt="8px" gap="6px" align="center" justify="center" textAlign="center">
      {reward.waiting > 0 ? (
        <>
          <Icon of={Clock} size={14} />
          {rewardsTexts.waiting(reward.waiting)}
        </>
      ) : isOver ? (
        <Countdown to={reset} format={rewardsTexts.resets} />
      ) : reward.kind === 'claimable' && isOffline ? (
        rewardsTexts.offlinePlays
      ) : (
        rewardsTexts.extra
      )}
    </Flex>
  );
}
