import { ChevronLeft, ChevronRight } from 'lucide';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '../platform/texts.ts';
import { useIsDesktop } from '../platform/viewport.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

/** How long the swipe hint is shown. */
const HINT_MS = 2000;
/** Cards rendered at first below the desktop width; at most this many are in view there. */
const IN_VIEW_BELOW_DESKTOP = 4;
/** Longest wait for an idle moment before the next cards are rendered. */
const RENDER_NEXT_MS = 1000;

const cardWidthFor = (count: number) => `calc((100% - ${count - 1} * var(--gap)) / ${count})` as const;
const columns = (maxInView: number) => ({
  gridAutoColumns: {
    base: 'calc((100% - 2 * var(--gap)) / 2.3)',
    sm: cardWidthFor(Math.min(3, maxInView)),
    md: cardWidthFor(Math.min(4, maxInView)),
    lg: cardWidthFor(Math.min(5, maxInView)),
    xl: cardWidthFor(Math.min(6, maxInView)),
  },
});

const style = classes({
  section: { minWidth: '0' },
  head: { display: 'flex', alignItems: 'center', minHeight: '44px', gap: '12px' },
  title: { textStyle: 'h2', flex: '1' },
  hint: { display: 'flex', hideFrom: 'lg', textStyle: 'meta', color: 'fg.muted', alignItems: 'center', gap: '4px' },
  steps: { hideBelow: 'lg' },
  row: {
    listStyleType: 'none',
    display: 'grid',
    gridAutoFlow: 'column',
    gap: 'var(--gap)',
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x mandatory',
    scrollbarWidth: 'none',
    // Below desktop, the row reaches the edges of the window.
    mx: { base: '-16px', md: '-24px', lg: '0' },
    px: { base: '16px', md: '24px', lg: '0' },
    scrollPaddingX: { base: '16px', md: '24px', lg: '0' },
    _focusVisible: { outlineOffset: '-2px' },
    '--gap': { base: '12px', lg: '20px' },
  },
  upTo3: columns(3),
  upTo6: columns(6),
  card: { minWidth: '0', scrollSnapAlign: 'start' },
});

interface CarouselProps<T> {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  maxInView?: 3 | 6;
  children: (item: T) => ReactNode;
}

export function Carousel<T>({ title, items, keyOf, maxInView = 6, children }: CarouselProps<T>) {
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const ends = useEnds(row, items.length);
  const hasMore = !ends.atStart || !ends.atEnd;
  const renderedCount = useIncrementalCount(items.length, useIsDesktop() ? maxInView + 1 : IN_VIEW_BELOW_DESKTOP);
  const [isHintOver, setHintOver] = useState(false);
  useEffect(() => {
    if (!hasMore) return;
    const timer = setTimeout(() => setHintOver(true), HINT_MS);
    return () => clearTimeout(timer);
  }, [hasMore]);
  useStayAtStart(row, items[0] === undefined ? null : keyOf(items[0]), ends.atStart);
  const step = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth, behavior: 'smooth' });
  // A scrollable row must be focusable.
  const byKeyboard = { tabIndex: hasMore ? 0 : -1 };
  return (
    <section aria-labelledby={id} className={style('section')}>
      <div className={style('head')}>
        <h2 id={id} className={style('title')}>
          {title}
        </h2>
        {hasMore && (
          <>
            {!isHintOver && (
              <div aria-hidden className={style('hint')}>
                {texts.swipe}
                <Icon of={ChevronRight} size={16} />
              </div>
            )}
            <div className={style('steps')}>
              <IconButton label={texts.previous} disabled={ends.atStart} color="fg" onClick={() => step(-1)}>
                <Icon of={ChevronLeft} />
              </IconButton>
              <IconButton label={texts.next} disabled={ends.atEnd} color="fg" onClick={() => step(1)}>
                <Icon of={ChevronRight} />
              </IconButton>
            </div>
          </>
        )}
      </div>
      <ul ref={row} {...byKeyboard} aria-labelledby={id} className={style('row', `upTo${maxInView}`)}>
        {items.slice(0, renderedCount).map((item, at) => (
          <li key={keyOf(item)} aria-setsize={items.length} aria-posinset={at + 1} className={style('card')}>
            {children(item)}
          </li>
        ))}
        {renderedCount < items.length && (
          <li aria-hidden style={{ gridColumn: `span ${items.length - renderedCount}` }} />
        )}
      </ul>
    </section>
  );
}

/** Keeps a row at its start when a card is prepended. Otherwise scroll snapping would keep the previous first card in view. */
function useStayAtStart(row: RefObject<HTMLElement | null>, first: string | null, isAtStart: boolean): void {
  const firstBefore = useRef(first);
  useLayoutEffect(() => {
    if (firstBefore.current === first) return;
    firstBefore.current = first;
    if (isAtStart) row.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [row, first, isAtStart]);
}

/** Number of items to render: `step` at first, and `step` more at each idle moment. */
function useIncrementalCount(count: number, step: number): number {
  const [renderedCount, setRenderedCount] = useState(step);
  useEffect(() => {
    if (renderedCount >= count) return;
    return whenIdle(() => startTransition(() => setRenderedCount(renderedCount + step)), RENDER_NEXT_MS);
  }, [renderedCount, count, step]);
  return renderedCount;
}

function useEnds(row: RefObject<HTMLElement | null>, count: number) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });
  useEffect(() => {
    const element = row.current;
    if (!element || count === 0) return;
    const check = () => {
      const atStart = element.scrollLeft < 1;
      const atEnd = element.scrollLeft > element.scrollWidth - element.clientWidth - 1;
      setEnds((previous) => (previous.atStart === atStart && previous.atEnd === atEnd ? previous : { atStart, atEnd }));
    };
    const observer = new ResizeObserver(check);
    observer.observe(element);
    element.addEventListener('scroll', check, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', check);
    };
  }, [row, count]);
  return ends;
}
