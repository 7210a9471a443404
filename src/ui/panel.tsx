import { chakra } from '@chakra-ui/react';
import { panelRecipe } from './recipes.ts';

/** A box on the page: filled, or with the edge of what waits on this device or needs attention. */
export const Panel = chakra('div', panelRecipe);
