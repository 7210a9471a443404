import { pending } from '../boot/contract.ts';
import { Squiggle } from './drawn-lines.tsx';
import { Flex } from './styled.tsx';

/** The busy indicator of a whole page. */
export function PageLoading() {
  return (
    <Flex {...pending} minHeight="60dvh" align="center" justify="center" color="fg.muted">
      <Squiggle size={44} />
    </Flex>
  );
}
