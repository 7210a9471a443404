import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import type { ReactNode } from 'react';
import { isolated } from '../platform/bidi.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { LiftChange, LiftedRow } from './use-lift.ts';

const liftTexts = {
  grip: (name: string) => `Move ${name}`,
  keys: 'Drag it, or press Space, then the arrow keys, Home or End.',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  place: (name: string, place: number, count: number) => `${isolated(name)}, place ${place} of ${count}`,
  lifted: 'Arrows move it, Space drops it, Escape returns it.',
  dropped: 'Dropped',
  returned: 'Back at its place',
} as const;

/** Said when the row at `index` of `count` rows is lifted, moved or put down. */
export function liftWords(kind: LiftChange, name: string, index: number, count: number): string {
  const place = liftTexts.place(name, index + 1, count);
  return kind === 'moved' ? place : `${place}. ${liftTexts[kind]}`;
}

const style = classes({
  row: { display: 'flex', alignItems: 'center', position: 'relative' },
  // The bars over the page must not cover a row that keys have moved.
  inPage: { scrollMarginTop: '100px', scrollMarginBottom: '164px' },
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
});

interface LiftRowProps extends LiftedRow {
  rowKey: string;
  name: string;
  canMove?: boolean;
  /** The side of the row where its grip is. */
  gripAt?: 'start' | 'end';
  isInPage?: boolean;
  children: ReactNode;
}

/** A row with a grip. `useLift` moves it, and listens at the list. */
export function LiftRow(props: LiftRowProps) {
  const { rowKey, name, lifted, line, canMove = true, gripAt = 'end', isInPage = false, children } = props;
  const isLifted = lifted !== null;
  const grip = canMove && (
    <IconButton
      data-grip
      label={liftTexts.grip(name)}
      aria-description={liftTexts.keys}
      aria-pressed={isLifted}
      color={isLifted ? 'fg' : 'fg.muted'}
      cursor="grab"
      touchAction="none"
      userSelect="none"
      {...(gripAt === 'start' ? { ml: '-12px' } : { mr: '-12px' })}
    >
      <Icon of={GripVertical} size={20} />
    </IconButton>
  );
  return (
    <div
      data-row={rowKey}
      className={style('row', isInPage && 'inPage', isLifted && 'lifted', line ?? false)}
      {...(isLifted ? { 'data-own-escape': true } : {})}
    >
      {gripAt === 'start' && grip}
      <div className={style('content')}>{children}</div>
      {lifted === 'keys' && (
        // For people who can neither drag nor press keys.
        <>
          <IconButton data-step={-1} label={liftTexts.up(name)}>
            <Icon of={ArrowUp} size={18} />
          </IconButton>
          <IconButton data-step={1} label={liftTexts.down(name)}>
            <Icon of={ArrowDown} size={18} />
          </IconButton>
        </>
      )}
      {gripAt === 'end' && grip}
    </div>
  );
}
