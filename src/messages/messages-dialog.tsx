import { useState } from 'react';
import { useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { useHasTwoPanes } from '../platform/viewport.ts';
import { Layer } from '../design/layers.ts';
import { Sheet } from '../design/sheet.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { CloseButton } from './close-button.tsx';
import { ConversationList } from './conversation-list.tsx';
import { draftsOf } from './drafts.ts';
import { messagesTexts } from './messages-texts.ts';
import { Thread } from './thread.tsx';
import { useUnread } from './use-unread.ts';

interface MessagesDialogProps {
  partnerId: string | null;
  /** If true, the composer is raised by the player bar's height while the keyboard is open, although the bar is then hidden (S-36). */
  isPlaying: boolean;
  onPlay: (personId: string) => void;
  onClose: () => void;
}

export function MessagesDialog(props: MessagesDialogProps) {
  return (
    <Sheet kind="room" title={texts.pages.messages} onClose={props.onClose}>
      <Panes {...props} />
    </Sheet>
  );
}

/** Separate, so that new messages do not rerender the sheet. */
function Panes({ partnerId, isPlaying, onPlay, onClose }: MessagesDialogProps) {
  const scope = useScope();
  const drafts = draftsOf(scope.device);
  const [openPartnerId, setOpenPartnerId] = useState(partnerId);
  const hasTwoPanes = useHasTwoPanes();
  const toList = () => setOpenPartnerId(null);
  const unread = useUnread(openPartnerId);
  return (
    <Flex height="100%" minHeight="0">
      {/* Back leads to the list, unless the dialog opened with this conversation. */}
      {!hasTwoPanes && openPartnerId !== null && openPartnerId !== partnerId && <Layer onBack={toList} />}
      {(hasTwoPanes || openPartnerId === null) && (
        <Flex
          direction="column"
          minHeight="0"
          width={{ base: '100%', md: '360px' }}
          flex="none"
          borderRight={{ md: '1px solid' }}
          borderColor={{ md: 'border' }}
        >
          <Flex align="center" justify="space-between" p={{ base: '12px 8px 4px 16px', md: '18px 24px 8px' }}>
            <Box aria-hidden textStyle={{ base: 'poster', md: 'h1' }} fontSize={{ base: '30px', md: '20px' }}>
              {texts.pages.messages}
            </Box>
            {!hasTwoPanes && <CloseButton onClose={onClose} />}
          </Flex>
          <ConversationList drafts={drafts} openPartnerId={openPartnerId} unread={unread} onChoose={setOpenPartnerId} />
        </Flex>
      )}
      {openPartnerId !== null ? (
        <Thread
          // Resets scroll position, animation and retries for each conversation.
          key={openPartnerId}
          partnerId={openPartnerId}
          drafts={drafts}
          isPlaying={isPlaying}
          onPlay={onPlay}
          onBack={hasTwoPanes ? null : toList}
          onClose={onClose}
        />
      ) : (
        hasTwoPanes && (
          <Box flex="1" position="relative">
            <Box position="absolute" right="12px" top="9px">
              <CloseButton onClose={onClose} />
            </Box>
            <Flex height="100%" align="center" justify="center" color="fg.muted" p="24px" textAlign="center">
              {messagesTexts.select}
            </Flex>
          </Box>
        )
      )}
    </Flex>
  );
}
