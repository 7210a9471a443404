import { Box } from '../design/styled.tsx';
import { useNews } from './use-news.ts';

export function NewsDot() {
  const { unread, requests } = useNews();
  if (unread + requests === 0) return null;
  return (
    <Box
      // Screen readers skip the dot, so that the button keeps its accessible name.
      aria-hidden
      data-news
      data-drawn="sign"
      position="absolute"
      top="0"
      right="-1px"
      width="11px"
      height="11px"
      borderRadius="full"
      bg="air.solid"
      boxShadow="0 0 0 2px {colors.bg}"
    />
  );
}
