import { Box, chakra, Flex } from '@chakra-ui/react';
import { Clock, Pencil, TriangleAlert } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import type { MessageView } from '../../../sync/client.ts';
import { span } from '../../lib/format.ts';
import { useScope } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { useHasTwoPanes } from '../../lib/viewport.ts';
import { Avatar } from '../../ui/art.tsx';
import { CountBadge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Drafts } from './drafts.ts';
import { messagesTexts } from './messages-texts.ts';
import { type Preview, previewOf } from './preview.ts';
import { usePartnerName } from './use-partner-name.ts';

interface ConversationRowProps {
  partnerId: string;
  last: MessageView | null;
  drafts: Drafts;
  isChosen: boolean;
  unread: number;
  /** ms since the epoch */
  now: number;
  onChoose: (partnerId: string) => void;
}

/** One conversation in the list: who it is, the last words, how old they are and how many are unread. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { partnerId, last, drafts, isChosen, unread, now, onChoose } = props;
  const { userId } = useScope();
  const { name, avatarSrc } = usePartnerName(partnerId);
  const isRoomy = useHasTwoPanes();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(partnerId));
  const preview = previewOf(last, draft, userId ?? '');
  return (
    <Box px={{ base: '0', md: '10px' }} height="100%">
      <chakra.button
        type="button"
        {...(isChosen ? { 'aria-current': true } : {})}
        onClick={() => onChoose(partnerId)}
        display="flex"
        alignItems="center"
        gap="12px"
        width="100%"
        height="100%"
        px={{ base: '16px', md: '14px' }}
        borderRadius={{ md: '12px' }}
        textAlign="left"
        cursor="pointer"
        bg={isChosen ? 'bg.muted' : 'transparent'}
        _hover={{ bg: isChosen ? 'bg.muted' : 'bg.subtle' }}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <Avatar name={name} src={avatarSrc} size={isRoomy ? 44 : 52} />
        <Box flex="1" minWidth="0">
          <Flex align="baseline" gap="8px">
            <Box textStyle="title" flex="1" truncate>
              <bdi>{name}</bdi>
            </Box>
            {last && (
              <Box textStyle="small" color="fg.subtle" whiteSpace="nowrap">
                {texts.ago(span(now - Date.parse(last.createdAt)))}
              </Box>
            )}
          </Flex>
          <Flex align="center" gap="8px" mt="2px" minHeight="20px">
            <Line preview={preview} isUnread={unread > 0} />
            <CountBadge count={unread} label={messagesTexts.unread} />
          </Flex>
        </Box>
      </chakra.button>
    </Box>
  );
});

function Line({ preview: { kind, text }, isUnread }: { preview: Preview; isUnread: boolean }) {
  return (
    <Flex flex="1" minWidth="0" align="center" gap="5px" fontSize="14px" color={isUnread ? 'fg' : 'fg.muted'}>
      {kind === 'failed' && (
        <Flex align="center" gap="5px" color="orange.fg" flex="none">
          <Icon of={TriangleAlert} size={13} />
          {messagesTexts.notSentBefore}
        </Flex>
      )}
      {kind === 'draft' && (
        <Flex align="center" gap="5px" color="fg" fontWeight="600" flex="none">
          <Icon of={Pencil} size={13} />
          {messagesTexts.draft}
        </Flex>
      )}
      {kind === 'waiting' && <Icon of={Clock} size={13} label={texts.sync.waitingToSend} />}
      <Box truncate minWidth="0">
        {(kind === 'own' || kind === 'waiting') && messagesTexts.youBefore}
        <bdi>{text}</bdi>
      </Box>
    </Flex>
  );
}
