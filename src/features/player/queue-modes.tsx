import { Flex } from '@chakra-ui/react';
import { Shuffle } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { PlayerEngine } from './player-engine.ts';
import { playerTexts } from './player-texts.ts';
import type { Queue } from './queue.ts';

/** How the queue goes on. */
export function QueueModes({ engine, queue }: { engine: PlayerEngine; queue: Queue }) {
  const isShuffled = queue.places !== null;
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
    </Flex>
  );
}
