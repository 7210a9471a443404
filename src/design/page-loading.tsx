import { pending } from '../boot/contract.ts';
import { Squiggle } from './drawn-lines.tsx';
import { Flex } from './styled.tsx';

/** The busy line over a whole page, for a matter of milliseconds. */
export function PageLoading() {
  return (
    <Flex {...pending} minHeight="60dvh" align="center" justify="center" color="fg.muted">
      <Squiggle size={44} />
    </Flex>
  );
}
