import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { isolated } from '../platform/bidi.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { useLift } from './use-lift.ts';
import { WindowedList } from './windowed-list.tsx';
import type { WindowedProps } from './windowed.ts';

const orderTexts = {
  grip: (name: string) => `Move ${name}`,
  keys: 'Drag it, or press Space, then the arrow keys.',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  place: (name: string, place: number, count: number) => `${isolated(name)}, place ${place} of ${count}`,
  lifted: 'Arrows move it, Space drops it, Escape returns it.',
  dropped: 'Dropped',
  returned: 'Back at its place',
} as const;

const style = classes({
  row: {
    display: 'flex',
    alignItems: 'center',
    position: 'relative',
    // The bars over the page must not cover a row that keys have moved.
    scrollMarginTop: '100px',
    scrollMarginBottom: '164px',
  },
  lifted: {
    bg: 'bg.overlay',
    borderRadius: '12px',
    boxShadow: { base: '0 12px 40px rgba(0,0,0,.55)', _light: '0 12px 40px rgba(40,30,20,.18)' },
    _highContrast: { outline: '1px solid' },
  },
  above: {
    _before: { content: '""', position: 'absolute', insetX: '0', top: '-1px', height: '2px', bg: 'fg', zIndex: 1 },
  },
  below: {
    _after: { content: '""', position: 'absolute', insetX: '0', bottom: '-1px', height: '2px', bg: 'fg', zIndex: 1 },
  },
  content: { flex: '1', minWidth: '0' },
  said: { srOnly: true },
});

interface OrderedListProps<T> extends WindowedProps<T> {
  /** Estimated, in px. */
  rowHeight: number;
  nameOf: (item: T) => string;
  /** Whether the item has a grip. */
  canMove: (item: T) => boolean;
  /** Moves the item so that the keys are in `order`. Called once the previous move has settled. Until this settles, `order` shows. */
  onMove: (item: T, order: readonly string[]) => Promise<unknown>;
  /** The side of the row where its grip is. */
  gripAt?: 'start' | 'end';
}

/** The order that people have made, in which the rows stand until `items` has it. */
interface MadeOrder {
  readonly keys: readonly string[];
  /** The keys of `items` if the move is stored, but not in them yet: their next change contains it. */
  readonly storedOver: readonly string[] | null;
}

/** A virtualized list whose rows people put in order. */
export function OrderedList<T>({
  label,
  items,
  keyOf,
  rowHeight,
  nameOf,
  canMove,
  onMove,
  gripAt = 'end',
  children,
}: OrderedListProps<T>) {
  const [made, setMade] = useState<MadeOrder | null>(null);
  const [said, say] = useState('');
  const given = useMemo(() => items.map(keyOf), [items, keyOf]);
  const latestGiven = useRef(given);
  useLayoutEffect(() => {
    latestGiven.current = given;
  }, [given]);
  const lastMove = useRef<Promise<unknown>>(Promise.resolve());
  const isArrived = made?.storedOver && !isSameOrder(made.storedOver, given);
  if (isArrived) setMade(null);
  const shown = useMemo(
    () => (made && !isArrived ? inOrder(items, keyOf, made.keys) : items),
    [items, made, isArrived, keyOf],
  );
  const keys = useMemo(() => shown.map(keyOf), [shown, keyOf]);
  const itemOf = (key: string) => shown[keys.indexOf(key)];

  const { list, lift, lineAt, step, onBlur, gripOf } = useLift({
    keys,
    onDrop(key, index) {
      const item = itemOf(key);
      if (item === undefined) return;
      const move: MadeOrder = {
        keys: keys.filter((other) => other !== key).toSpliced(index, 0, key),
        storedOver: null,
      };
      setMade(move);
      const settle = (next: () => MadeOrder | null) => setMade((current) => (current === move ? next() : current));
      let before: readonly string[] = [];
      lastMove.current = lastMove.current
        .then(() => {
          before = latestGiven.current;
          return onMove(item, move.keys);
        })
        .then(
          () => settle(() => (isSameOrder(before, latestGiven.current) ? { ...move, storedOver: before } : null)),
          () => settle(() => null),
        );
    },
    onChange(kind, key, index) {
      const item = itemOf(key);
      if (item === undefined) return;
      const place = orderTexts.place(nameOf(item), index + 1, keys.length);
      say(kind === 'moved' ? place : `${place}. ${orderTexts[kind]}`);
    },
  });

  return (
    <div ref={list} {...overBottomBars}>
      <WindowedList label={label} items={shown} keyOf={keyOf} rowHeight={rowHeight} pinnedKey={lift?.key ?? null}>
        {(item, at) => {
          const key = keyOf(item);
          const isLifted = lift?.key === key;
          const line = lineAt(key);
          const name = nameOf(item);
          const grip = canMove(item) && (
            <IconButton
              label={orderTexts.grip(name)}
              aria-description={orderTexts.keys}
              aria-pressed={isLifted}
              color={isLifted ? 'fg' : 'fg.muted'}
              cursor="grab"
              touchAction="none"
              userSelect="none"
              {...(gripAt === 'start' ? { ml: '-12px' } : { mr: '-12px' })}
              {...gripOf(key)}
            >
              <Icon of={GripVertical} size={20} />
            </IconButton>
          );
          return (
            <div data-row={key} className={style('row', isLifted && 'lifted', line ?? false)} onBlur={onBlur}>
              {gripAt === 'start' && grip}
              <div className={style('content')}>{children(item, at)}</div>
              {isLifted && lift?.by === 'keys' && (
                <>
                  <Step label={orderTexts.up(name)} icon={ArrowUp} onPress={() => step(-1)} />
                  <Step label={orderTexts.down(name)} icon={ArrowDown} onPress={() => step(1)} />
                </>
              )}
              {gripAt === 'end' && grip}
            </div>
          );
        }}
      </WindowedList>
      <div role="status" className={style('said')}>
        {said}
      </div>
    </div>
  );
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

/** Items with other keys are last. */
function inOrder<T>(items: readonly T[], keyOf: (item: T) => string, keys: readonly string[]): readonly T[] {
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (item: T) => places.get(keyOf(item)) ?? keys.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/** For people who can neither drag nor press keys. */
function Step({ label, icon, onPress }: { label: string; icon: typeof ArrowUp; onPress: () => void }) {
  return (
    // The focus stays on the grip.
    <IconButton label={label} onMouseDown={(event) => event.preventDefault()} onClick={onPress}>
      <Icon of={icon} size={18} />
    </IconButton>
  );
}
