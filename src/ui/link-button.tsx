import { chakra } from '@chakra-ui/react';
import { createLink } from '@tanstack/react-router';
import { buttonRecipe } from './recipes.ts';

/** A link that looks like a button, with the same looks and sizes. */
export const LinkButton = createLink(chakra('a', buttonRecipe));
