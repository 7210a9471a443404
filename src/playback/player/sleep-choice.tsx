import { Moon } from 'lucide';
import type { ComponentProps } from 'react';
import { useLive } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { useProgress } from './player-context.tsx';
import type { PlayerController } from './player-controller.ts';
import { queueTexts } from './queue-texts.ts';
import { createSleepTimer, SLEEP_MINUTES } from './sleep-timer.ts';
import { Icon } from '../../design/icon.tsx';
import { Flex } from '../../design/styled.tsx';

const words = queueTexts.sleep;

/** The time left, rounded up to minutes, because a screen reader would announce each second. Null while the timer is off. */
function useSleepLeft(controller: PlayerController): string | null {
  const sleep = useLive(controller.sleepTimer(createSleepTimer).current);
  const { positionS, durationS } = useProgress(controller);
  if (!sleep) return null;
  const leftS = sleep.kind === 'time' ? sleep.leftS : durationS - positionS;
  return words.minutes(Math.max(1, Math.ceil(leftS / 60)));
}

export function SleepButton({
  controller,
  whenSet = false,
  ...rest
}: {
  controller: PlayerController;
  /** Whether the button is rendered only while the timer is on. */
  whenSet?: boolean;
} & ComponentProps<typeof Button>) {
  const left = useSleepLeft(controller);
  if (whenSet && left === null) return null;
  return (
    <Button
      size="sm"
      variant={left === null ? 'outline' : 'solid'}
      aria-label={left === null ? words.name : words.left(left)}
      fontVariantNumeric="tabular-nums"
      {...rest}
    >
      <Icon of={Moon} size={16} />
      {left ?? words.short}
    </Button>
  );
}

interface SleepChoicesProps {
  controller: PlayerController;
  onChosen: (words: string) => void;
}

export function SleepChoices({ controller, onChosen }: SleepChoicesProps) {
  const timer = controller.sleepTimer(createSleepTimer);
  const isSet = useLive(timer.current) !== null;
  const choice = (label: string, announcement: string, set: () => void) => (
    <Button
      key={label}
      size="sm"
      variant="quiet"
      onClick={() => {
        set();
        onChosen(announcement);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Flex role="group" aria-label={words.name} gap="8px" wrap="wrap" mt="12px">
      {SLEEP_MINUTES.map((minutes) =>
        choice(words.minutes(minutes), words.setMinutes(minutes), () => timer.setMinutes(minutes)),
      )}
      {choice(words.trackEnd, words.setTrackEnd, timer.setTrackEnd)}
      {isSet && choice(words.cancel, words.off, timer.cancel)}
    </Flex>
  );
}
