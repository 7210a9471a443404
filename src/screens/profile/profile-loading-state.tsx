import { Skeleton } from '../../design/skeleton.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';

export function ProfileLoading() {
  return (
    <NotLoadedYet title={profileTexts.loadingError}>
      <Flex gap="16px" align="center">
        <Skeleton width="80px" height="80px" borderRadius="full" />
        <Box flex="1">
          <Skeleton height="26px" width="45%" />
          <Skeleton height="16px" width="35%" mt="8px" />
        </Box>
      </Flex>
      <Skeleton height="20px" width="70%" mt="18px" />
      <Skeleton height="240px" borderRadius="panel" mt="22px" />
    </NotLoadedYet>
  );
}
