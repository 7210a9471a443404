import { ArrowLeft, CloudOff } from 'lucide';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSyncStatus, useLive, useScope } from '../engine/live.ts';
import { useNow } from '../engine/use-now.ts';
import { Avatar } from '../design/art.tsx';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { PersonLink } from '../components/person/person-link.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { PersonMore } from '../components/connection/person-more.tsx';
import { useSafety } from '../components/safety/safety.tsx';
import { NotificationPrompt } from './notification-prompt.tsx';
import { CloseButton } from './close-button.tsx';
import { Composer } from './composer.tsx';
import type { Drafts } from './drafts.ts';
import { texts } from '../platform/texts.ts';
import { messagesTexts } from './messages-texts.ts';
import { ThreadMessages } from './thread-messages.tsx';
import { usePartnerName } from './use-partner-name.ts';
import { useThreadActs } from './use-thread-acts.ts';
import { useMarkAsRead } from './use-mark-as-read.ts';

interface ThreadProps {
  partnerId: string;
  drafts: Drafts;
  isPlaying: boolean;
  onPlay: (personId: string) => void;
  onBack: (() => void) | null;
  onClose: () => void;
}

export function Thread({ partnerId, drafts, isPlaying, onPlay, onBack, onClose }: ThreadProps) {
  const scope = useScope();
  const { name, avatarSrc } = usePartnerName(partnerId);
  const conversation = useMemo(() => scope.conversation(partnerId), [scope, partnerId]);
  const messages = useLive(conversation);
  const older = useLive(conversation.older);
  const network = useSyncStatus(({ network, isSilent }) =>
    network === 'offline' ? 'offline' : isSilent ? 'silent' : 'ok',
  );
  const now = useNow(60_000);
  const { send, retry, edit } = useThreadActs(partnerId, conversation, drafts);
  const announcement = useMarkAsRead(partnerId, messages, name);
  const hasWritten = messages.some(({ senderId, state }) => senderId === scope.userId && state === 'sent');
  const lastReceived = messages.findLast(({ senderId }) => senderId !== scope.userId);
  // A block removes the conversation.
  const safety = useSafety(onClose);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const showOlder = useCallback(() => scope.olderMessages(partnerId), [scope, partnerId]);
  return (
    <Flex
      as="section"
      aria-label={messagesTexts.withName(name)}
      direction="column"
      flex="1"
      minWidth="0"
      minHeight="0"
      animation="fadeIn 300ms"
    >
      <Flex
        as="header"
        align="center"
        gap="12px"
        p={{ base: '8px', md: '11px 12px 11px 20px' }}
        borderBottom={{ md: '1px solid' }}
        borderColor={{ md: 'border' }}
      >
        {onBack && (
          <IconButton ref={back} label={messagesTexts.back} onClick={onBack}>
            <Icon of={ArrowLeft} size={22} />
          </IconButton>
        )}
        <Box flex="1" minWidth="0" textStyle="title">
          <PersonLink userId={partnerId} onFollow={onClose}>
            <Flex align="center" gap="12px">
              <Avatar name={name} src={avatarSrc} size="md" />
              <Box truncate>{name}</Box>
            </Flex>
          </PersonLink>
        </Box>
        <PersonMore
          personId={partnerId}
          onPlay={onPlay}
          onReport={(person) => safety.report(person, lastReceived?.id)}
          onBlock={safety.block}
        />
        <CloseButton onClose={onClose} />
      </Flex>
      {network !== 'ok' && (
        <Flex
          role="status"
          align="center"
          gap="10px"
          p="7px 16px"
          bg="bg.inset"
          color="fg.muted"
          borderBottom="1.5px dashed"
          borderColor="border.emphasized"
          textStyle="meta"
        >
          <Icon of={CloudOff} size={18} />
          {network === 'offline' ? messagesTexts.offline : texts.sync.silent}
        </Flex>
      )}
      <ThreadMessages
        name={name}
        messages={messages}
        older={older}
        isUnreachable={network !== 'ok'}
        now={now}
        onOlder={showOlder}
        onRetry={retry}
        onEdit={edit}
      />
      <styled.div srOnly aria-live="polite">
        {announcement}
      </styled.div>
      {hasWritten && (
        <Box px={{ base: '12px', md: '20px' }} pb="8px">
          <NotificationPrompt />
        </Box>
      )}
      <Composer partnerId={partnerId} drafts={drafts} isPlaying={isPlaying} onSend={send} />
      {safety.layer}
    </Flex>
  );
}
