import type { Ref } from 'react';
import { classes } from './classes.ts';

const style = classes({
  row: {
    display: 'flex',
    gap: '8px',
    minWidth: '0',
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
  },
  bleeding: {
    width: '100%',
    mx: { base: '-16px', md: '-24px' },
    px: { base: '16px', md: '24px' },
    boxSizing: 'content-box',
  },
  chip: {
    flex: 'none',
    height: '36px',
    my: '4px',
    px: '14px',
    borderRadius: 'full',
    fontSize: '14px',
    fontWeight: '500',
    bg: 'bg.muted',
    color: 'fg.muted',
    cursor: 'pointer',
    position: 'relative',
    _pressed: { bg: 'bg.inverted', color: 'fg.inverted' },
    _after: { content: '""', position: 'absolute', inset: '-4px' },
    _focusVisible: { outlineOffset: '-4px' },
  },
});

interface ChipsProps<T> {
  label: string;
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Ref to the chip of `value`. */
  chosen?: Ref<HTMLButtonElement>;
  /** Whether the row extends into the page's gutters. */
  bleeds?: boolean;
}

export function Chips<T extends string | null>(props: ChipsProps<T>) {
  const { label, choices, value, onChange, chosen, bleeds = false } = props;
  return (
    <div role="group" aria-label={label} className={style('row', bleeds && 'bleeding')}>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          {...(choice.value === value && chosen ? { ref: chosen } : {})}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={style('chip')}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
