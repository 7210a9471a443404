import { pending } from '../boot/contract.ts';
import { Box, Center, styled } from './styled.tsx';

/** A placeholder for content that is loading. Hidden from screen readers. Static, apart from the bar of `SkeletonCover`. */
export const Skeleton = styled(
  'div',
  { base: { bg: 'bg.muted', borderRadius: '4px', flex: 'none' } },
  { 'aria-hidden': true, ...pending },
);

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
