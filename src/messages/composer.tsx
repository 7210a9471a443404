import { ArrowUp, Lock } from 'lucide';
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { toastError } from '../engine/call-failure.ts';
import { useMe } from '../engine/live.ts';
import { specifiedRules } from '../../sync/model/rules.ts';
import { isBelowLevel } from '../components/vote/lock-text.ts';
import { isComposing, usesOnScreenKeyboard } from '../platform/keys.ts';
import { useHasTwoPanes, useKeyboardOpen } from '../platform/viewport.ts';
import { Icon } from '../design/icon.tsx';
import { TextArea } from '../design/field.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { toast } from '../engine/toast.ts';
import type { Drafts } from './drafts.ts';
import { COUNTED_FROM, lengthOf, messageError, MAX_CHARACTERS } from './message-rules.ts';
import { messagesTexts } from './messages-texts.ts';

const MIN_PX = 44;
const MAX_PX = 120;
/** Bottom padding while the keyboard is open and a track plays. It equals the height of the player bar, although the bar is then hidden (S-36). */
const LIFT_PX = 80;

interface ComposerProps {
  partnerId: string;
  drafts: Drafts;
  isPlaying: boolean;
  onSend: (content: string) => Promise<boolean>;
}

export const Composer = memo(function Composer({ partnerId, drafts, isPlaying, onSend }: ComposerProps) {
  const me = useMe();
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get(partnerId));
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const hasTwoPanes = useHasTwoPanes();
  const isLifted = useKeyboardOpen() && isPlaying;
  const isLocked = isBelowLevel(specifiedRules.unlockLevels.message, me);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = '0';
    element.style.height = `${Math.min(MAX_PX, Math.max(MIN_PX, element.scrollHeight))}px`;
    // No dependencies: nearly every render changes the text, the width or the lock.
  });
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the messages.
    if (hasTwoPanes) field.current?.focus();
  }, [hasTwoPanes]);

  function send() {
    const typed = drafts.get(partnerId);
    // Ignore a second Enter while the text is being queued.
    if (typed.trim() === '' && drafts.outgoing(partnerId).length > 0) return;
    const error = messageError(typed);
    if (error) return void toast({ id: 'message', kind: 'error', title: messagesTexts.invalid, text: error });
    drafts.moveToOutgoing(partnerId);
    field.current?.focus();
    if (drafts.outgoing(partnerId).length === 1) void queueOutgoing();
  }
  /** Queues outgoing messages in order. If a message fails, this and all later messages return to the field. */
  async function queueOutgoing() {
    for (let next; (next = drafts.outgoing(partnerId)[0]) !== undefined;)
      if (await tryToQueue(next.trim())) drafts.removeOutgoing(partnerId);
      else drafts.restoreOutgoing(partnerId);
  }
  async function tryToQueue(content: string): Promise<boolean> {
    try {
      return await onSend(content);
    } catch (error) {
      // A throw would block all later messages.
      toastError(error);
      return false;
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || usesOnScreenKeyboard()) return;
    event.preventDefault();
    send();
  };

  if (isLocked)
    return (
      <Flex align="center" gap="8px" p="16px 20px" borderTop="1px solid" borderColor="border" color="fg.subtle">
        <Icon of={Lock} size={16} />
        {messagesTexts.locked}
      </Flex>
    );
  const length = lengthOf(text);
  const isTooLong = length > MAX_CHARACTERS;
  return (
    <Box
      borderTop="1px solid"
      borderColor="border"
      p={{ base: '10px 12px', md: '11px 16px 15px 20px' }}
      {...(isLifted ? { style: { paddingBottom: LIFT_PX }, 'data-lifted': true } : {})}
      position="relative"
    >
      <Flex align="flex-end" gap="8px">
        <TextArea
          ref={field}
          rows={1}
          aria-label={messagesTexts.type}
          placeholder={messagesTexts.type}
          value={text}
          onChange={(event) => drafts.set(partnerId, event.currentTarget.value)}
          onKeyDown={onKeyDown}
          enterKeyHint={usesOnScreenKeyboard() ? 'enter' : 'send'}
          {...(length >= COUNTED_FROM ? { 'aria-describedby': counterId } : {})}
          {...(isTooLong ? { 'aria-invalid': true } : {})}
          py="10px"
          lineHeight="24px"
          resize="none"
          borderRadius="22px"
        />
        <styled.button
          type="button"
          aria-label={messagesTexts.send}
          disabled={length === 0}
          {...(isTooLong ? { 'aria-disabled': true } : {})}
          onClick={send}
          flex="none"
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          width="48px"
          height="48px"
          mb="-2px"
          borderRadius="full"
          cursor="pointer"
          bg={isTooLong ? 'bg.muted' : 'bg.inverted'}
          color={isTooLong ? 'fg.disabled' : 'fg.inverted'}
          _disabled={{ bg: 'bg.muted', color: 'fg.disabled', cursor: 'default' }}
        >
          <Icon of={ArrowUp} size={22} />
        </styled.button>
      </Flex>
      {length >= COUNTED_FROM && (
        <Box
          id={counterId}
          textStyle="small"
          mt="6px"
          px="14px"
          color={isTooLong ? 'red.fg' : 'fg.subtle'}
          fontVariantNumeric="tabular-nums"
          {...(isLifted ? { position: 'absolute', bottom: '50px' } : {})}
        >
          {messagesTexts.counter(length, MAX_CHARACTERS)}
        </Box>
      )}
    </Box>
  );
});
