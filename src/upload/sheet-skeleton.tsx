import { Skeleton } from '../design/skeleton.tsx';
import { Box, Flex } from '../design/styled.tsx';

export function SheetSkeleton() {
  return (
    <Box aria-hidden>
      <Flex mt={{ base: '16px', lg: '0' }} gap={{ base: '14px', lg: '20px' }}>
        <Skeleton width={{ base: '116px', lg: '152px' }} aspectRatio="1" borderRadius="art" />
        <Skeleton flex="1" borderRadius="field" />
      </Flex>
      <Flex direction="column" gap="14px" mt="18px">
        <FieldSkeleton />
        <Box display="grid" gridTemplateColumns="1fr 1fr" gap={{ base: '10px', lg: '20px' }}>
          <FieldSkeleton />
          <FieldSkeleton />
        </Box>
        <FieldSkeleton height="76px" />
      </Flex>
    </Box>
  );
}

function FieldSkeleton({ height = '48px' }: { height?: string }) {
  return (
    <Box>
      <Skeleton width="80px" height="18px" />
      <Skeleton height={height} mt="7px" borderRadius="field" />
    </Box>
  );
}
