import { createLink } from '@tanstack/react-router';
import { buttonRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

/** A link styled as a button, with the same variants. */
export const LinkButton = createLink(styled('a', buttonRecipe));
