import { Box, chakra, Flex } from '@chakra-ui/react';
import { Clock, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { MessageView } from '../../../sync/client.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Squiggle } from '../../ui/drawn-lines.tsx';
import { linkParts } from './link-parts.ts';
import { messagesTexts } from './messages-texts.ts';

interface BubbleProps {
  message: MessageView;
  isOwn: boolean;
  /** There is no network: what is not sent waits on this device. */
  isOffline: boolean;
  onRetry: (message: MessageView) => void;
  onEdit: (message: MessageView) => void;
}

/** One message, and what became of it while the server does not have it. */
export const Bubble = memo(function Bubble({ message, isOwn, isOffline, onRetry, onEdit }: BubbleProps) {
  const state = message.state === 'waiting' && !isOffline ? 'sending' : message.state;
  return (
    <Flex direction="column" align={isOwn ? 'flex-end' : 'flex-start'} mb="8px">
      <Box
        dir="auto"
        maxWidth="76%"
        px="14px"
        py="9px"
        borderRadius="16px"
        {...(isOwn ? { borderBottomRightRadius: '4px' } : { borderBottomLeftRadius: '4px' })}
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        overflowX="clip"
        css={{ unicodeBidi: 'isolate' }}
        transition="background-color 220ms"
        data-state={state}
        {...looks[isOwn ? state : 'theirs']}
      >
        {linkParts(message.content).map(({ text, href }, at) =>
          href === null ? (
            text
          ) : (
            <bdi key={at}>
              <chakra.a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" textDecoration="underline">
                {text}
              </chakra.a>
            </bdi>
          ),
        )}
      </Box>
      {state === 'sending' && (
        <Note>
          <Squiggle label={null} />
          {messagesTexts.sending}
        </Note>
      )}
      {state === 'waiting' && (
        <Note>
          <Icon of={Clock} size={13} />
          {texts.sync.waitingToSend}
        </Note>
      )}
      {state === 'failed' && (
        <Flex align="center" gap="8px" mt="6px">
          <Flex align="center" gap="5px" textStyle="small" color="orange.fg">
            <Icon of={TriangleAlert} size={13} />
            {messagesTexts.notSent}
          </Flex>
          <Button look="quiet" size="sm" height="32px" onClick={() => onRetry(message)}>
            {texts.retry}
          </Button>
          <Button look="quiet" size="sm" height="32px" onClick={() => onEdit(message)}>
            {messagesTexts.edit}
          </Button>
        </Flex>
      )}
    </Flex>
  );
});

const looks = {
  theirs: { bg: 'bg.muted', color: 'fg' },
  sent: { bg: 'bg.inverted', color: 'fg.inverted' },
  sending: {
    bg: 'color-mix(in srgb, {colors.bg.inverted} 62%, {colors.bg.panel})',
    color: 'fg.inverted',
  },
  waiting: { bg: 'transparent', border: '1.5px dashed', borderColor: 'border.emphasized' },
  failed: { bg: 'transparent', border: '1.5px solid', borderColor: 'orange.fg' },
} as const;

function Note({ children }: { children: ReactNode }) {
  return (
    <Flex align="center" gap="5px" mt="4px" textStyle="small" color="fg.muted">
      {children}
    </Flex>
  );
}
