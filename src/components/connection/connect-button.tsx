import { Clock, Lock as LockSign, MessageCircle, UserPlus } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import { useMe, useScope } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { connectionStateOf, type ConnectionState, type Lock } from './connection-state.ts';
import { connectionTexts } from './connection-texts.ts';
import { useConnection, useConnectionActs } from './use-connection.ts';

const style = classes({
  place: { outline: 'none', minWidth: '0', position: 'relative' },
  answers: { display: 'flex', gap: '6px' },
  lock: { textStyle: 'meta', color: 'fg.subtle', mt: '6px', maxWidth: '220px' },
});

interface ConnectButtonProps {
  personId: string;
  /** `profile`: a primary button, with a lock's reason below it; `card`: a secondary button. */
  place: 'profile' | 'card';
  /** Called by the button 'Message' of a connected person. Without it, the button says 'Connected' and cannot be pressed. */
  onMessage?: (personId: string) => void;
  children?: ReactNode;
}

export function ConnectButton({ personId, place, onMessage, children }: ConnectButtonProps) {
  const { userId } = useScope();
  const me = useMe();
  const connection = useConnection(personId);
  const { request, answer } = useConnectionActs(personId);
  const state = connectionStateOf(personId, userId, me, connection);
  if (state.kind === 'hidden') return null;
  const isCard = place === 'card';
  const size = isCard ? ({ base: 'md', lg: 'sm' } as const) : 'md';
  return (
    // Takes the focus when an answer is given, and its button removed.
    <div tabIndex={-1} className={style('place')}>
      {state.kind === 'answer' ? (
        <div className={style('answers')}>
          <Button
            size={size}
            px={{ base: isCard ? '10px' : '18px', lg: '14px' }}
            onClick={() => void answer('accepted')}
          >
            {connectionTexts.accept}
          </Button>
          <Button
            variant="outline"
            size={size}
            px={{ base: isCard ? '10px' : '18px', lg: '14px' }}
            onClick={() => void answer('declined')}
          >
            {connectionTexts.decline}
          </Button>
        </div>
      ) : (
        <StateButton
          state={state}
          size={size}
          isPrimary={!isCard}
          canWrite={onMessage !== undefined}
          onPress={() => (state.kind === 'connect' ? void request() : onMessage?.(personId))}
        />
      )}
      {children}
      {!isCard && 'lock' in state && state.lock && (
        <div className={style('lock')}>{connectionTexts.locks[state.lock]}</div>
      )}
    </div>
  );
}

interface StateButtonProps {
  state: Exclude<ConnectionState, { kind: 'hidden' | 'answer' }>;
  size: ComponentProps<typeof Button>['size'];
  isPrimary: boolean;
  canWrite: boolean;
  onPress: () => void;
}

/** Every state renders the same DOM element, so that the element keeps the focus. */
function StateButton({ state, size, isPrimary, canWrite, onPress }: StateButtonProps) {
  switch (state.kind) {
    case 'connect':
      return (
        <Button
          size={size}
          {...(state.lock ? lockedProps(state.lock) : { variant: isPrimary ? 'solid' : 'outline', onClick: onPress })}
        >
          <Icon of={state.lock ? LockSign : UserPlus} size={18} />
          {connectionTexts.connect}
        </Button>
      );
    case 'connected':
      if (!canWrite)
        return (
          <Button size={size} {...statusProps}>
            {connectionTexts.connected}
          </Button>
        );
      return (
        <Button size={size} {...(state.lock ? lockedProps(state.lock) : { variant: 'quiet', onClick: onPress })}>
          <Icon of={state.lock ? LockSign : MessageCircle} size={18} />
          {connectionTexts.message}
        </Button>
      );
    case 'pending':
      return (
        <Button size={size} {...statusProps} {...(state.isQueued ? queuedStyle : {})}>
          {state.isQueued && <Icon of={Clock} size={16} />}
          {connectionTexts.pending}
        </Button>
      );
    case 'declined':
      return (
        <Button size={size} {...statusProps}>
          {connectionTexts.declined}
        </Button>
      );
  }
}

const statusProps = { variant: 'quiet', 'aria-disabled': true, color: 'fg.muted', cursor: 'default' } as const;
const queuedStyle = { bg: 'transparent', border: '1.5px dashed', borderColor: 'border.emphasized' } as const;

function lockedProps(lock: Lock) {
  return {
    variant: 'plain',
    color: 'fg.subtle',
    boxShadow: 'inset 0 0 0 1px {colors.border}',
    ...disabledWithReason(connectionTexts.locks[lock]),
  } as const;
}
