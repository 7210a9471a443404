import type { IconNode } from 'lucide';
import { Clock, Lock } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useMe, useRules, useScope, useTrack } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { isActionOnTrack, useWaitingText } from '../../engine/use-rate-limit.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledButton } from '../../design/disabled-button.ts';
import { Box, Flex } from '../../design/styled.tsx';
import { lockText } from './lock-text.ts';
import { useVote } from './use-vote.ts';
import { VoteBlocks } from './vote-blocks.tsx';
import { priceNoteOf, votingOf } from './vote-rules.ts';
import { voteTexts } from './vote-texts.ts';

const DEFAULT_WEIGHT = 3;

interface VoteControlProps {
  trackId: string;
  /** Shown with the vote, but not to guests. */
  aside?: ReactNode;
}

export function VoteControl({ trackId, aside }: VoteControlProps) {
  const { userId } = useScope();
  const me = useMe();
  const track = useTrack(trackId);
  const rules = useRules();
  const now = useNow(60_000);
  const vote = useVote(trackId);
  const waitingText = useWaitingText(isActionOnTrack('vote.cast', trackId));
  const [choice, setChoice] = useState(DEFAULT_WEIGHT);
  if (!track) return null;
  const voting = votingOf(track, { me, userId, rules, now });
  switch (voting.kind) {
    case 'guest':
      return <IconText>{voteTexts.guest}</IconText>;
    case 'own':
      return (
        <Flex wrap="wrap" align="center" justify="space-between" gap="12px 24px">
          {aside}
          <IconText icon={Lock}>{voteTexts.own}</IconText>
        </Flex>
      );
    case 'locked':
      return (
        <Frame title={voteTexts.vote} note={priceNoteOf(voting, rules)}>
          <VoteBlocks weight={0} variant="locked" onChoose={setChoice} />
          <IconText icon={Lock}>{lockText(voting.level)}</IconText>
          {aside}
        </Frame>
      );
    case 'tooFew':
    case 'open':
      return (
        <Frame title={voteTexts.yours} note={priceNoteOf(voting, rules)}>
          <VoteBlocks weight={choice} variant="editable" onChoose={setChoice} />
          <Flex gap="8px" wrap="wrap" align="flex-start">
            {voting.kind === 'open' ? (
              <Button variant="zap" flex="1.5" px="12px" onClick={() => void vote(choice)}>
                {voteTexts.cast(choice, rules.votePrice)}
              </Button>
            ) : (
              <Button {...disabledButton('locked', voteTexts.tooFew(rules.votePrice))} flex="1.5">
                <Icon of={Lock} size={16} />
                {voteTexts.cast(choice, rules.votePrice)}
              </Button>
            )}
            {aside}
          </Flex>
          {voting.kind === 'tooFew' && <IconText>{voteTexts.tooFew(rules.votePrice)}</IconText>}
        </Frame>
      );
    case 'editable':
      return (
        <Frame title={voteTexts.yours} note={priceNoteOf(voting, rules)}>
          <VoteBlocks
            weight={voting.weight}
            variant={voting.isPending ? 'queued' : 'editable'}
            onChoose={(weight) => void vote(weight)}
          />
          {voting.isPending && <IconText icon={Clock}>{waitingText}</IconText>}
          {aside}
        </Frame>
      );
    case 'closed':
      return (
        <Frame title={voteTexts.yours} note="">
          <VoteBlocks weight={voting.weight} variant="locked" onChoose={setChoice} />
          <IconText icon={Lock}>{voteTexts.closed}</IconText>
          {aside}
        </Frame>
      );
  }
}

function Frame({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Flex as="section" aria-label={title} direction="column" gap="12px">
      <Flex justify="space-between" align="baseline" gap="12px">
        <Box textStyle="title">{title}</Box>
        <Box textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" role="status">
          {note}
        </Box>
      </Flex>
      {children}
    </Flex>
  );
}

function IconText({ icon, children }: { icon?: IconNode; children: string }) {
  return (
    <Flex gap="8px" textStyle="meta" color="fg.muted" align="flex-start">
      {icon && <Icon of={icon} size={16} />}
      <Box>{children}</Box>
    </Flex>
  );
}

export function VotePanel(props: VoteControlProps) {
  const { userId } = useScope();
  const track = useTrack(props.trackId);
  const isBare = userId === null || track?.user_id === userId;
  return (
    <Box {...(isBare ? {} : { bg: 'bg.panel', borderRadius: 'panel', p: '16px' })} maxWidth={{ lg: '520px' }}>
      <VoteControl {...props} />
    </Box>
  );
}
