import { pending } from '../boot/contract.ts';
import { Squiggle } from './drawn-lines.tsx';
import { Flex } from './styled.tsx';

export function PageLoading() {
  return (
    <Flex {...pending} minHeight="60dvh" align="center" justify="center" color="fg.muted">
      <Squiggle size={44} />
    </Flex>
  );
}
