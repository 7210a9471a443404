import { Skeleton, SkeletonCover } from '../../design/skeleton.tsx';
import { Box } from '../../design/styled.tsx';

export function CardSkeleton() {
  return (
    <Box data-skeleton="card">
      <SkeletonCover />
      <Skeleton mt="9px" height="20px" width="70%" />
      <Skeleton mt="4px" height="16px" width="50%" />
      <Box height="31px" />
    </Box>
  );
}
