import { Check, CloudOff, Flame } from 'lucide';
import type * as z from 'zod/mini';
import { claimLoginReward } from '../../../sync/model/remote-acts.ts';
import type { loginReward } from '../../../sync/model/remote-reads.ts';
import { useIsOffline, useLive, useMe, useRules, useScope } from '../../engine/live.ts';
import { streakOf } from '../../engine/streak.ts';
import { useNow } from '../../engine/use-now.ts';
import { nextUtcDayAt } from '../../../sync/model/utc-day.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Countdown } from '../../design/countdown.tsx';
import { Icon } from '../../design/icon.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { claimsOfVisit } from './claims-of-visit.ts';
import { rewardsTexts } from './rewards-texts.ts';
import { useClaim } from './use-claim.ts';
import type { StatusOfToday } from './use-status-of-today.ts';

type LoginStatus = StatusOfToday<z.infer<typeof loginReward.answer>>;

export function DailyLogin({ status }: { status: LoginStatus }) {
  const me = useMe();
  const scope = useScope();
  const isOffline = useIsOffline();
  const { loginReward: reward, loginBonus: bonus } = useRules();
  const now = useNow(60_000);
  const { login: claimedOn } = useLive(claimsOfVisit(scope));
  const { isBusy, claim } = useClaim(claimLoginReward, 'login', ({ total_reward: total }) => total);
  if (!me || status.kind === 'loading') return <Skeleton height="48px" borderRadius="12px" />;
  const streak = streakOf(me.stats, now);
  const days = status.value?.current_streak ?? streak.days;
  const isClaimed = claimedOn === status.today || status.value?.already_claimed === true;
  const hasBonus = !isClaimed && status.value?.streak_bonus_available === true;
  return (
    <Box>
      <Flex align="center" gap="12px">
        <Box flex="1" minWidth="0">
          <Flex align="center" gap="8px" fontWeight="600">
            {rewardsTexts.login}
            {hasBonus && (
              <Badge variant="zap" textStyle="label" borderRadius="4px">
                {rewardsTexts.bonus}
              </Badge>
            )}
          </Flex>
          <Flex align="center" gap="6px" textStyle="meta" color="fg.muted">
            <Icon of={Flame} size={14} />
            {days === 0 && streak.endedAfterDays !== null
              ? rewardsTexts.streakEnded(streak.endedAfterDays)
              : rewardsTexts.streak(days)}
          </Flex>
        </Box>
        {isClaimed ? (
          <Flex
            align="center"
            gap="8px"
            height="44px"
            px="18px"
            borderRadius="full"
            bg="bg.muted"
            color="fg.muted"
            fontWeight="600"
            whiteSpace="nowrap"
          >
            <Icon of={Check} size={18} />
            {rewardsTexts.claimed}
          </Flex>
        ) : (
          <Button
            variant="zap"
            disabled={isOffline && !isBusy}
            busy={isBusy ? rewardsTexts.claiming : null}
            onClick={claim}
          >
            {isOffline && <Icon of={CloudOff} size={18} />}
            {rewardsTexts.claimLogin(hasBonus ? reward + bonus : reward)}
          </Button>
        )}
      </Flex>
      {(isClaimed || isOffline) && (
        <Box textStyle="small" color="fg.subtle" mt="8px">
          {isClaimed ? <Countdown to={nextUtcDayAt(now)} format={rewardsTexts.next} /> : rewardsTexts.offlineLogin}
        </Box>
      )}
    </Box>
  );
}
