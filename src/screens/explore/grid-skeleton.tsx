import { Skeleton, SkeletonCover } from '../../design/skeleton.tsx';
import { Box } from '../../design/styled.tsx';

const ROWS = 3;

/** Skeletons with the grid's exact geometry, while the tracks are loading. */
export function GridSkeleton() {
  return (
    <Box
      display="grid"
      mt="12px"
      aria-hidden
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        sm: 'repeat(3, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr))',
        lg: 'repeat(5, minmax(0, 1fr))',
        xl: 'repeat(6, minmax(0, 1fr))',
      }}
      gap={{ base: '20px 12px', lg: '28px 20px' }}
    >
      {Array.from({ length: 6 * ROWS }, (_, i) => (
        <Box key={i}>
          <SkeletonCover />
          <Skeleton mt="9px" height="20px" width="70%" />
          <Skeleton mt="4px" height="16px" width="50%" />
          <Box height="31px" />
        </Box>
      ))}
    </Box>
  );
}
