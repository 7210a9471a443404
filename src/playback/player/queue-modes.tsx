import { Repeat, Repeat1, Shuffle } from 'lucide';
import { useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import type { PlayerController } from './player-controller.ts';
import { queueTexts } from './queue-texts.ts';
import { type Queue, REPEATS } from './queue.ts';
import { SleepButton, SleepChoices } from './sleep-choice.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';

interface QueueModesProps {
  controller: PlayerController;
  queue: Queue;
  onAnnounce: (words: string) => void;
}

export function QueueModes({ controller, queue, onAnnounce }: QueueModesProps) {
  const [isChoosing, setChoosing] = useState(false);
  const sleepButton = useRef<HTMLButtonElement>(null);
  const isShuffled = queue.unshuffled !== null;
  const repeatSign = queue.repeat === 'one' ? Repeat1 : Repeat;
  const nextRepeat = REPEATS[(REPEATS.indexOf(queue.repeat) + 1) % REPEATS.length] ?? 'all';
  return (
    <Box p="0 16px 12px">
      <Flex gap="8px" wrap="wrap">
        <Button
          size="sm"
          variant={isShuffled ? 'solid' : 'outline'}
          aria-pressed={isShuffled}
          onClick={() => controller.send({ type: 'shuffle.switched' })}
        >
          <Icon of={Shuffle} size={16} />
          {queueTexts.shuffle}
        </Button>
        <Button
          size="sm"
          variant={queue.repeat === 'off' ? 'outline' : 'solid'}
          {...(queue.repeat === 'off' ? {} : { 'data-drawn': 'chosen' })}
          onClick={() => {
            controller.send({ type: 'repeat.chosen', repeat: nextRepeat });
            onAnnounce(queueTexts.repeat[nextRepeat]);
          }}
        >
          <Icon of={repeatSign} size={16} />
          {queueTexts.repeat[queue.repeat]}
        </Button>
        <SleepButton
          controller={controller}
          ref={sleepButton}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        />
      </Flex>
      {isChoosing && (
        <SleepChoices
          controller={controller}
          onChosen={(words) => {
            setChoosing(false);
            onAnnounce(words);
            sleepButton.current?.focus();
          }}
        />
      )}
    </Box>
  );
}
