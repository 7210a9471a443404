import { memo, useMemo } from 'react';
import type { MessageView, OlderMessages } from '../../sync/client.ts';
import { durationInWords } from '../platform/format.ts';
import { useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { FailedState } from '../design/failed-state.tsx';
import { classes } from '../design/classes.ts';
import { PageLoading } from '../design/page-loading.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { Bubble } from './bubble.tsx';
import { messagesTexts } from './messages-texts.ts';
import { OlderEnd } from './older-end.tsx';
import { formatDay, threadRows } from './thread-rows.ts';
import { useLoading } from './use-loading.ts';
import { useScrollPosition } from './use-scroll-position.ts';

const style = classes({
  author: { textStyle: 'small', color: 'fg.subtle', textAlign: 'left', mt: '4px', mb: '6px' },
  ownMessage: { textAlign: 'right' },
  day: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    my: '10px',
    color: 'fg.subtle',
    fontSize: '12px',
    fontWeight: '500',
  },
  line: { flex: '1', borderTop: '1px solid', borderColor: 'border' },
});

interface ThreadMessagesProps {
  name: string;
  messages: readonly MessageView[];
  older: OlderMessages;
  isUnreachable: boolean;
  now: number;
  onOlder: () => void;
  onRetry: (message: MessageView) => void;
  onEdit: (message: MessageView) => void;
}

export const ThreadMessages = memo(function ThreadMessages(props: ThreadMessagesProps) {
  const { name, messages, older, isUnreachable, now, onOlder, onRetry, onEdit } = props;
  const userId = useScope().userId ?? '';
  const loading = useLoading(messagesTexts.threadFailed);
  const rows = useMemo(() => threadRows(messages, userId), [messages, userId]);
  const lastOwn = messages.findLast(({ senderId }) => senderId === userId)?.id;
  const box = useScrollPosition(lastOwn);
  return (
    <Box
      ref={box}
      flex="1"
      minHeight="0"
      overflowY="auto"
      overscrollBehavior="contain"
      // A scroll container must be focusable by keyboard.
      tabIndex={0}
      role="group"
      aria-label={messagesTexts.said}
      css={{ overflowAnchor: 'none' }}
      px={{ base: '16px', md: '20px' }}
    >
      <Flex direction="column" justify="flex-end" minHeight="100%" py="12px">
        {messages.length === 0 && loading.kind === 'loading' && <PageLoading />}
        {messages.length === 0 && loading.kind === 'failed' && (
          <FailedState {...messagesTexts.gaveUp} hasSign={false} onRetry={loading.retry} />
        )}
        <OlderEnd state={older} firstId={messages[0]?.id} onOlder={onOlder} />
        {rows.map((row) => {
          switch (row.kind) {
            case 'day':
              return <Day key={row.key} name={formatDay(row.at, now)} />;
            case 'author':
              return (
                <Author
                  key={row.key}
                  name={row.isOwn ? messagesTexts.you : name}
                  isOwn={row.isOwn}
                  age={row.at === null ? null : texts.ago(durationInWords(now - Date.parse(row.at)))}
                />
              );
            case 'message':
              return (
                <Bubble
                  key={row.key}
                  message={row.message}
                  isOwn={row.isOwn}
                  isUnreachable={isUnreachable}
                  onRetry={onRetry}
                  onEdit={onEdit}
                />
              );
          }
        })}
      </Flex>
    </Box>
  );
});

const Author = memo(function Author({ name, isOwn, age }: { name: string; isOwn: boolean; age: string | null }) {
  return (
    <div className={style('author', isOwn && 'ownMessage')}>
      <bdi>{name}</bdi>
      {age !== null && `, ${age}`}
    </div>
  );
});

const Day = memo(function Day({ name }: { name: string }) {
  return (
    <div className={style('day')}>
      <div className={style('line')} />
      {name}
      <div className={style('line')} />
    </div>
  );
});
