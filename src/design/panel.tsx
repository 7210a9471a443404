import { panelRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

/** A box on the page: filled, or with the edge of what waits on this device or needs attention. */
export const Panel = styled('div', panelRecipe);
