import { createLink } from '@tanstack/react-router';
import { buttonRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

export const LinkButton = createLink(styled('a', buttonRecipe));
