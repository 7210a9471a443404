import { Zap } from 'lucide';
import { useId, useMemo } from 'react';
import { leaderboard, leaderboardRank } from '../../../sync/model/remote-reads.ts';
import { isWearing } from '../person/cosmetics.ts';
import { durationInWords } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useToday } from '../../engine/use-today.ts';
import { Avatar } from '../../design/art.tsx';
import { RingAvatar } from '../../design/ring-avatar.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Medal } from '../../design/medal.tsx';
import { Panel } from '../../design/panel.tsx';
import { PersonLink } from '../person/person-link.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { leaderboardTexts } from './leaderboard-texts.ts';

interface RankedPerson {
  rank: number;
  user_id: string;
  artist_name: string | null;
  total_zaps_earned: number;
}

export function Leaderboard() {
  const id = useId();
  const { userId } = useScope();
  const board = useRemote(leaderboard, useToday());
  const now = useNow(60_000);
  return (
    <Panel as="section" aria-labelledby={id} p={{ base: '16px', lg: '22px 26px 14px' }}>
      <Flex align="baseline" justify="space-between" gap="4px 12px" wrap="wrap" mb="8px">
        <styled.h2 id={id} textStyle="h2" fontSize="21px">
          {leaderboardTexts.title}
        </styled.h2>
        <Box textStyle="small" color="fg.subtle">
          {board.kind === 'here' && board.failure
            ? leaderboardTexts.lastKnown(durationInWords(Math.max(0, now - board.at)))
            : leaderboardTexts.every}
        </Box>
      </Flex>
      {board.kind === 'loading' ? (
        <Skeleton height="520px" borderRadius="12px" />
      ) : board.kind === 'failed' ? (
        <FailedState title={texts.readFailed} isBusy={board.isAsking} onRetry={board.retry} />
      ) : (
        <>
          <Ranks people={board.value} label={leaderboardTexts.title} />
          {userId !== null && !board.value.some(({ user_id: id }) => id === userId) && <OwnRank userId={userId} />}
        </>
      )}
    </Panel>
  );
}

function Ranks({ people, label }: { people: readonly RankedPerson[]; label: string }) {
  const scope = useScope();
  const blocked = useLive(scope.blocks);
  // The server's response may predate a local block (S-47).
  const shown = people.filter(({ user_id: id }) => !blocked.some(({ personId }) => personId === id));
  if (shown.length === 0)
    return (
      <Box color="fg.muted" py="12px">
        {leaderboardTexts.nobody}
      </Box>
    );
  return (
    <List aria-label={label}>
      {shown.map((ranked) => (
        <RankRow key={ranked.user_id} ranked={ranked} isOwn={ranked.user_id === scope.userId} />
      ))}
    </List>
  );
}

function OwnRank({ userId }: { userId: string }) {
  const own = useRemote(leaderboardRank, useToday());
  if (own.kind !== 'here') return null;
  const { rank, total_zaps_earned: total } = own.value;
  if (rank === null)
    return (
      <Box textStyle="meta" color="fg.muted" p="10px 0 8px">
        {leaderboardTexts.notYet}
      </Box>
    );
  return (
    <List aria-label={leaderboardTexts.yourRank} mt="6px">
      <RankRow ranked={{ rank, user_id: userId, artist_name: null, total_zaps_earned: total }} isOwn />
    </List>
  );
}

function RankRow({ ranked, isOwn }: { ranked: RankedPerson; isOwn: boolean }) {
  const scope = useScope();
  const now = useNow(60_000);
  const state = useLive(useMemo(() => scope.person(ranked.user_id), [scope, ranked.user_id]));
  const person = state.kind === 'public' ? state.person : null;
  const name = person?.artist_name || ranked.artist_name || leaderboardTexts.nameless;
  const isTop = ranked.rank <= 3;
  const size = isTop ? 44 : 36;
  return (
    <Flex
      as="li"
      align="center"
      gap={{ base: '10px', lg: '14px' }}
      minHeight={isTop ? '62px' : '50px'}
      fontSize={isTop ? { base: '15px', lg: '17px' } : '15px'}
      fontVariantNumeric="tabular-nums"
      mx="-12px"
      px="12px"
      borderRadius="12px"
      {...(isOwn ? { bg: 'bg.muted' } : {})}
    >
      {isTop ? (
        <Medal rank={ranked.rank} />
      ) : (
        <Box width="36px" flex="none" textAlign="center" fontWeight="600" color="fg.muted">
          {ranked.rank.toLocaleString('en')}
        </Box>
      )}
      {person && isWearing(person.cosmetics, 'Glow Border', now) ? (
        <RingAvatar name={name} src={person.avatarSrc} size={size} glows />
      ) : (
        <Avatar name={name} src={person?.avatarSrc ?? null} size={size} />
      )}
      <Flex flex="1" minWidth="0" align="baseline" gap="6px">
        <Box minWidth="0" fontWeight={isTop ? 600 : 500}>
          <PersonLink userId={ranked.user_id} as="line">
            {name}
          </PersonLink>
        </Box>
        {isOwn && (
          <Box textStyle="small" color="fg.subtle">
            {leaderboardTexts.you}
          </Box>
        )}
      </Flex>
      <Flex align="center" gap="4px" fontWeight="700" flex="none">
        <Box color="zap.fg">
          <Icon of={Zap} size={14} filled label="ZAPs" />
        </Box>
        {ranked.total_zaps_earned.toLocaleString('en')}
      </Flex>
    </Flex>
  );
}
