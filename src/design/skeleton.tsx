import { pending } from '../boot/contract.ts';
import { Box, Center, styled } from './styled.tsx';

/** The shape of something that is still loading. It does not move, and screen readers skip it. */
export const Skeleton = styled(
  'div',
  { base: { bg: 'bg.muted', borderRadius: '4px', flex: 'none' } },
  { 'aria-hidden': true, ...pending },
);

/** The shape of a cover, with the one line that moves. */
export function SkeletonCover() {
  return (
    <Skeleton aspectRatio="1" borderRadius="art">
      <Center height="100%">
        <Box
          width="45%"
          height="3px"
          borderRadius="2px"
          bg="border.emphasized"
          animation="pulse 900ms ease-in-out infinite alternate"
        />
      </Center>
    </Skeleton>
  );
}
