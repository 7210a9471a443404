import type { SystemStyleObject } from '@chakra-ui/react';
import { ChevronDown } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { useOnceIdle } from '../platform/use-once-idle.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { inputRecipe } from './recipes.ts';
import { Box } from './styled.tsx';

const style = classes({
  sign: { position: 'absolute', right: '10px', top: '15px', pointerEvents: 'none' },
  list: {
    ...inputRecipe.base,
    fontSize: '16px',
    pl: '12px',
    pr: '34px',
    appearance: 'none',
    cursor: 'pointer',
    textOverflow: 'ellipsis',
  },
  bareOnPhones: {
    bg: { base: 'transparent', lg: 'bg.panel' },
    boxShadow: { base: 'none', lg: 'inset 0 0 0 1px {colors.border.emphasized}' },
    fontWeight: { base: '600', lg: 'normal' },
    textAlign: { base: 'right', lg: 'left' },
  },
});

/** Longest wait for an idle page before the options render, which cost as much as several cards. A press or focus renders them at once. */
const RENDER_OPTIONS_MS = 500;

interface SelectProps extends Pick<ComponentProps<'select'>, 'id' | 'aria-describedby' | 'aria-invalid'> {
  label?: string;
  /** Label of the empty option; without it a value is required. */
  none?: string;
  value: string | null;
  options: readonly string[];
  onChange: (value: string | null) => void;
  isBareOnPhones?: boolean;
  width?: NonNullable<SystemStyleObject['width']>;
}

export function Select({
  label,
  none,
  value,
  options,
  onChange,
  isBareOnPhones = false,
  width = '100%',
  ...rest
}: SelectProps) {
  const isIdle = useOnceIdle(RENDER_OPTIONS_MS);
  const [isTouched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const renderedOptions = isIdle || isTouched ? options : options.filter((name) => name === value);
  return (
    <Box position="relative" flex="none" width={width}>
      <select
        {...(label ? { 'aria-label': label } : {})}
        value={value ?? ''}
        onPointerDown={touch}
        onFocus={touch}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        className={style('list', isBareOnPhones && 'bareOnPhones')}
        {...rest}
      >
        {none !== undefined && <option value="">{none}</option>}
        {renderedOptions.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <div className={style('sign')}>
        <Icon of={ChevronDown} size={18} />
      </div>
    </Box>
  );
}
