import type { HTMLChakraProps, RecipeVariantProps, SystemStyleObject } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { buttonRecipe, iconButtonRecipe } from './recipes.ts';
import { Squiggle } from './drawn-lines.tsx';
import { styled } from './styled.tsx';

/** The element is always a <button>, and takes no class name. */
type ElementProps<Recipe extends typeof buttonRecipe | typeof iconButtonRecipe> = Omit<
  HTMLChakraProps<'button', NonNullable<RecipeVariantProps<Recipe>>>,
  'as' | 'asChild' | 'className' | 'css'
> &
  Pick<ComponentProps<'button'>, 'ref'> & { css?: SystemStyleObject };

const Pill = styled('button', buttonRecipe);

type ButtonProps = ElementProps<typeof buttonRecipe> & {
  /** Text that replaces the label while the action runs. The button then ignores presses, but stays focusable. */
  busy?: string | null;
  children?: ReactNode;
};

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

const Round = styled('button', iconButtonRecipe);

type IconButtonProps = ElementProps<typeof iconButtonRecipe> & { label: string };

export function IconButton({ label, type = 'button', ...rest }: IconButtonProps) {
  return <Round type={type} aria-label={label} {...rest} />;
}
