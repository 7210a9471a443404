import { panelRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

/** A box on the page: filled, or with an edge for queued content or attention. */
export const Panel = styled('div', panelRecipe);
