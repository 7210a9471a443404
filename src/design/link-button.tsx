import { createLink } from '@tanstack/react-router';
import { buttonRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

/** A link that looks like a button, with the same looks and sizes. */
export const LinkButton = createLink(styled('a', buttonRecipe));
