import { Clock, TriangleAlert } from 'lucide';
import { memo, type ReactNode } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { texts } from '../platform/texts.ts';
import { useLivePart, useScope } from '../engine/live.ts';
import { useRateLimitText } from '../engine/use-rate-limit.ts';
import { Button } from '../design/button.tsx';
import { classes } from '../design/classes.ts';
import { Icon } from '../design/icon.tsx';
import { Squiggle } from '../design/drawn-lines.tsx';
import { linkParts } from './link-parts.ts';
import { messagesTexts } from './messages-texts.ts';

const note = { display: 'flex', alignItems: 'center', gap: '5px', textStyle: 'small' } as const;

const style = classes({
  message: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', mb: '8px' },
  ownMessage: { alignItems: 'flex-end' },
  bubble: {
    maxWidth: '76%',
    px: '14px',
    py: '9px',
    borderRadius: '16px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    overflowX: 'clip',
    // Each line has its own writing direction.
    textAlign: 'start',
    unicodeBidi: 'plaintext',
    transition: 'background-color 220ms',
    _highContrast: { border: '1px solid' },
  },
  received: { bg: 'bg.muted', color: 'fg', borderBottomLeftRadius: '4px' },
  written: { borderBottomRightRadius: '4px' },
  sent: { bg: 'bg.inverted', color: 'fg.inverted' },
  sending: { bg: 'color-mix(in srgb, {colors.bg.inverted} 62%, {colors.bg.panel})', color: 'fg.inverted' },
  waiting: {
    bg: 'transparent',
    border: '1.5px dashed',
    _highContrast: { border: '1.5px dashed' },
    borderColor: 'border.emphasized',
  },
  failed: {
    bg: 'transparent',
    border: '1.5px solid',
    borderColor: 'orange.fg',
    _highContrast: { border: '3px double' },
  },
  link: { textDecoration: 'underline' },
  note: { ...note, mt: '4px', color: 'fg.muted' },
  notSent: { ...note, color: 'orange.fg' },
  acts: { display: 'flex', alignItems: 'center', gap: '8px', mt: '6px' },
});

interface BubbleProps {
  message: MessageView;
  isOwn: boolean;
  isUnreachable: boolean;
  onRetry: (message: MessageView) => void;
  onEdit: (message: MessageView) => void;
}

/** Whether requests with the message, or with an earlier one to the same person, have failed, for example because the server has no database. */
function useIsDelayed(actionId: string | null): boolean {
  return useLivePart(useScope().pending, (actions) => {
    const at = actions.findIndex(({ id }) => id === actionId);
    const partner = actions[at]?.payload['partner_id'];
    return actions
      .slice(0, at + 1)
      .some(
        ({ kind, payload, state }) =>
          kind === 'message.send' && payload['partner_id'] === partner && 'failures' in state && state.failures.all > 0,
      );
  });
}

export const Bubble = memo(function Bubble({ message, isOwn, isUnreachable, onRetry, onEdit }: BubbleProps) {
  const { actionId } = message;
  const rateLimit = useRateLimitText(({ id }) => id === actionId);
  const isDelayed = useIsDelayed(actionId);
  const state =
    message.state === 'waiting' && !isUnreachable && !isDelayed && rateLimit === null ? 'sending' : message.state;
  return (
    <div data-message={message.id} className={style('message', isOwn && 'ownMessage')}>
      <div
        dir="auto"
        data-state={state}
        className={isOwn ? style('bubble', 'written', state) : style('bubble', 'received')}
      >
        {linkParts(message.content).map(({ text, href }, at) =>
          href === null ? (
            text
          ) : (
            <bdi key={at}>
              <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={style('link')}>
                {text}
              </a>
            </bdi>
          ),
        )}
      </div>
      {state === 'sending' && (
        <Note>
          <Squiggle label={null} />
          {messagesTexts.sending}
        </Note>
      )}
      {state === 'waiting' && (
        <Note>
          <Icon of={Clock} size={13} />
          {rateLimit ?? texts.sync.waitingToSend}
        </Note>
      )}
      {state === 'failed' && (
        <div className={style('acts')}>
          <div className={style('notSent')}>
            <Icon of={TriangleAlert} size={13} />
            {messagesTexts.notSent}
          </div>
          <Button variant="quiet" size="sm" height="32px" onClick={() => onRetry(message)}>
            {texts.retry}
          </Button>
          <Button variant="quiet" size="sm" height="32px" onClick={() => onEdit(message)}>
            {messagesTexts.edit}
          </Button>
        </div>
      )}
    </div>
  );
});

function Note({ children }: { children: ReactNode }) {
  return <div className={style('note')}>{children}</div>;
}
