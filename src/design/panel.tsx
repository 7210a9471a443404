import { panelRecipe } from './recipes.ts';
import { styled } from './styled.tsx';

export const Panel = styled('div', panelRecipe);
