import { type ComponentProps, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { overBottomBars } from '../platform/bottom-bars.ts';
import { classes } from './classes.ts';
import { LiftRow, liftWords } from './lift-row.tsx';
import { useLift } from './use-lift.ts';
import { WindowedList } from './windowed-list.tsx';
import type { WindowedProps } from './windowed.ts';

const style = classes({ said: { srOnly: true } });

interface OrderedListProps<T> extends WindowedProps<T> {
  /** Estimated, in px. */
  rowHeight: number;
  nameOf: (item: T) => string;
  /** Whether the item has a grip. */
  canMove: (item: T) => boolean;
  /** Moves the item so that the keys are in `order`. Called once the previous move has settled. `order` shows until the promise settles. */
  onMove: (item: T, order: readonly string[]) => Promise<unknown>;
  /** The side of the row where its grip is. */
  gripAt?: 'start' | 'end';
}

/** The order that the person has made. The rows show this order until `items` has it. */
interface MadeOrder {
  readonly keys: readonly string[];
  /** The keys of `items` when the move was stored, but not in `items` yet: the next change of `items` contains the move. */
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

  const { lift, rowOf, listProps } = useLift({
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
      say(liftWords(kind, nameOf(item), index, keys.length));
    },
  });

  return (
    <div {...listProps} {...overBottomBars}>
      <WindowedList label={label} items={shown} keyOf={keyOf} rowHeight={rowHeight} pinnedKey={lift?.key ?? null}>
        {(item, { row }) => {
          const key = keyOf(item);
          return (
            <OrderedRow
              {...rowOf(key)}
              rowKey={key}
              name={nameOf(item)}
              canMove={canMove(item)}
              gripAt={gripAt}
              item={item}
              row={row}
              content={children}
            />
          );
        }}
      </WindowedList>
      <div role="status" className={style('said')}>
        {said}
      </div>
    </div>
  );
}

type OrderedRowProps<T> = Omit<ComponentProps<typeof LiftRow>, 'children' | 'isInPage'> & {
  item: T;
  row: number;
  content: OrderedListProps<T>['children'];
};

/** Memoized: each place that a lifted row passes renders the list again, but changes only two rows. */
const OrderedRow = memo(function OrderedRow<T>({ item, row, content, ...rest }: OrderedRowProps<T>) {
  return (
    <LiftRow {...rest} isInPage>
      {content(item, { row })}
    </LiftRow>
  );
}) as <T>(props: OrderedRowProps<T>) => ReactNode;

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

/** Items with other keys are last. */
function inOrder<T>(items: readonly T[], keyOf: (item: T) => string, keys: readonly string[]): readonly T[] {
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (item: T) => places.get(keyOf(item)) ?? keys.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
