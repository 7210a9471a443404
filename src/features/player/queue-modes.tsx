import { Flex } from '@chakra-ui/react';
import { Repeat, Repeat1, Shuffle } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { playerTexts } from './player-texts.ts';
import { type Queue, REPEATS } from './queue.ts';

interface QueueModesProps {
  engine: PlayerEngine;
  queue: Queue;
  /** Says to a screen reader what a press chose. */
  onSay: (words: string) => void;
}

/** How the queue goes on: in which order, and what follows the end. */
export function QueueModes({ engine, queue, onSay }: QueueModesProps) {
  const isShuffled = queue.places !== null;
  const RepeatIcon = queue.repeat === 'one' ? Repeat1 : Repeat;
  const nextRepeat = REPEATS[(REPEATS.indexOf(queue.repeat) + 1) % REPEATS.length] ?? 'all';
  return (
    <Flex gap="8px" wrap="wrap" p="0 16px 12px">
      <Button
        size="sm"
        look={isShuffled ? 'solid' : 'outline'}
        aria-pressed={isShuffled}
        onClick={() => engine.send({ type: 'shuffle.switched' })}
      >
        <Shuffle size={16} strokeWidth={1.75} aria-hidden />
        {playerTexts.shuffle}
      </Button>
      <Button
        size="sm"
        look={queue.repeat === 'off' ? 'outline' : 'solid'}
        onClick={() => {
          engine.send({ type: 'repeat.chosen', repeat: nextRepeat });
          onSay(playerTexts.repeat[nextRepeat]);
        }}
      >
        <RepeatIcon size={16} strokeWidth={1.75} aria-hidden />
        {playerTexts.repeat[queue.repeat]}
      </Button>
    </Flex>
  );
}
