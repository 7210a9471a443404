import { Box, Center, styled } from './styled.tsx';

/** The shape of something that is coming, still and unspoken. What stands before the app waits for it (src/start/take-over.ts). */
export const Skeleton = styled(
  'div',
  { base: { bg: 'bg.muted', borderRadius: '4px', flex: 'none' } },
  { 'aria-hidden': true, 'data-coming': '' },
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
