import { CardSkeleton } from '../../components/track/card-skeleton.tsx';
import { Box } from '../../design/styled.tsx';

const ROWS = 3;

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
        <CardSkeleton key={i} />
      ))}
    </Box>
  );
}
