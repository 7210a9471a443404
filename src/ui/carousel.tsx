import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { texts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** For so long a phone says that the row can be swiped. */
const HINT_MS = 2000;

interface CarouselProps<T> {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Most cards in view, from 2 to 6; narrower windows show fewer, and phones a part of the next one. */
  most?: 2 | 3 | 4 | 5 | 6;
  children: (item: T) => ReactNode;
}

/** Cards in one row that is swiped, scrolled or stepped through. */
export function Carousel<T>({ title, items, keyOf, most = 6, children }: CarouselProps<T>) {
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const ends = useEnds(track, items.length);
  const hasMore = !ends.atStart || !ends.atEnd;
  const [isHintOver, setHintOver] = useState(false);
  useEffect(() => {
    if (!hasMore) return;
    const timer = setTimeout(() => setHintOver(true), HINT_MS);
    return () => clearTimeout(timer);
  }, [hasMore]);
  const step = (direction: 1 | -1) =>
    track.current?.scrollBy({ left: direction * track.current.clientWidth, behavior: 'smooth' });
  const inView = (count: number) =>
    `calc((100% - ${Math.min(count, most) - 1} * var(--gap)) / ${Math.min(count, most)})`;
  return (
    <Box as="section" aria-labelledby={id} minWidth="0">
      <Flex align="center" minHeight="44px" gap="12px">
        <chakra.h2 id={id} textStyle="h2" flex="1">
          {title}
        </chakra.h2>
        {hasMore && (
          <>
            {!isHintOver && (
              <Flex hideFrom="lg" aria-hidden textStyle="meta" color="fg.muted" align="center" gap="4px">
                {texts.swipe}
                <Icon of={ChevronRight} size={16} />
              </Flex>
            )}
            <Box hideBelow="lg">
              <IconButton label={texts.previous} disabled={ends.atStart} color="fg" onClick={() => step(-1)}>
                <Icon of={ChevronLeft} />
              </IconButton>
              <IconButton label={texts.next} disabled={ends.atEnd} color="fg" onClick={() => step(1)}>
                <Icon of={ChevronRight} />
              </IconButton>
            </Box>
          </>
        )}
      </Flex>
      <chakra.ul
        ref={track}
        // A row that scrolls must be reached by the keyboard.
        tabIndex={hasMore ? 0 : -1}
        aria-labelledby={id}
        listStyleType="none"
        display="grid"
        gridAutoFlow="column"
        gap="var(--gap)"
        overflowX="auto"
        overscrollBehaviorX="contain"
        scrollSnapType="x mandatory"
        scrollbarWidth="none"
        // The peeking card runs to the edge of the window.
        mx={{ base: '-16px', md: '-24px', lg: '0' }}
        px={{ base: '16px', md: '24px', lg: '0' }}
        scrollPaddingX={{ base: '16px', md: '24px', lg: '0' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        css={{
          '--gap': { base: '12px', lg: '20px' },
          gridAutoColumns: {
            base: 'calc((100% - 2 * var(--gap)) / 2.3)',
            sm: inView(3),
            md: inView(4),
            lg: inView(5),
            xl: inView(6),
          },
        }}
      >
        {items.map((item) => (
          <chakra.li key={keyOf(item)} minWidth="0" scrollSnapAlign="start">
            {children(item)}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}

/** Whether a row that scrolls stands at its start and at its end. */
function useEnds(track: React.RefObject<HTMLElement | null>, count: number) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });
  useEffect(() => {
    const element = track.current;
    if (!element || count === 0) return;
    const look = () => {
      const left = element.scrollLeft;
      const room = element.scrollWidth - element.clientWidth;
      setEnds({ atStart: left < 1, atEnd: left > room - 1 });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [track, count]);
  return ends;
}
