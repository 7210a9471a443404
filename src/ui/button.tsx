import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { buttonRecipe, iconButtonRecipe } from './recipes.ts';
import { Squiggle } from './drawn-lines.tsx';

const Pill = chakra('button', buttonRecipe);

interface ButtonProps extends ComponentProps<typeof Pill> {
  /** Shows the busy line with this word and takes no presses; the button stays focusable. */
  busy?: string | null;
  children?: ReactNode;
}

/** An action: a pill. */
export function Button({ busy = null, children, onClick, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <Pill
      type={type}
      {...rest}
      {...(disabled === undefined ? {} : { disabled })}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? (
        <>
          <Squiggle label={null} />
          {busy}
        </>
      ) : (
        children
      )}
    </Pill>
  );
}

const Round = chakra('button', iconButtonRecipe);

/** A round button of an icon alone; `label` is its name. */
export function IconButton({ label, type = 'button', ...rest }: ComponentProps<typeof Round> & { label: string }) {
  return <Round type={type} aria-label={label} {...rest} />;
}
