import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import { useMemo, useState } from 'react';
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
  /** Moves the item to `index` of the list without it. The new order shows at once, and until this settles. */
  onMove: (item: T, index: number) => Promise<unknown>;
  /** The side of the row where its grip is. */
  gripAt?: 'start' | 'end';
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
  const [moved, setMoved] = useState<{ key: string; index: number } | null>(null);
  const [said, say] = useState('');
  const shown = useMemo(() => {
    const item = moved && items.find((candidate) => keyOf(candidate) === moved.key);
    return item ? items.filter((other) => other !== item).toSpliced(moved.index, 0, item) : items;
  }, [items, moved, keyOf]);
  const keys = useMemo(() => shown.map(keyOf), [shown, keyOf]);
  const itemOf = (key: string) => shown[keys.indexOf(key)];

  const { list, lift, lineAt, step, onBlur, gripOf } = useLift({
    keys,
    onDrop(key, index) {
      const item = itemOf(key);
      if (item === undefined) return;
      const move = { key, index };
      setMoved(move);
      const settle = () => setMoved((current) => (current === move ? null : current));
      onMove(item, index).then(settle, settle);
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

/** For people who can neither drag nor press keys. */
function Step({ label, icon, onPress }: { label: string; icon: typeof ArrowUp; onPress: () => void }) {
  return (
    // The focus stays on the grip.
    <IconButton label={label} onMouseDown={(event) => event.preventDefault()} onClick={onPress}>
      <Icon of={icon} size={18} />
    </IconButton>
  );
}
