import { Box } from '@chakra-ui/react';
import { Avatar } from './art.tsx';

interface FaceProps {
  name: string | null;
  src: string | null;
  /** Across, the ring included, in px; a second one from the desktop's width on. */
  size: number;
  /** The ring of a Glow Border (S-26). */
  glows: boolean;
}

/** A large avatar in its ring, which glows or has the colour of the page. */
export function Face({ name, src, size, glows }: FaceProps) {
  return (
    <Box
      flex="none"
      borderRadius="full"
      p="4px"
      {...(glows
        ? { background: 'conic-gradient(from 210deg, #FF4E2A, #F6C445, #72D6A8, #8FB4D9, #FF4E2A)', 'data-glows': true }
        : { bg: 'bg' })}
    >
      <Box borderRadius="full" border="4px solid" borderColor="bg">
        <Avatar name={name} src={src} size={size - 16} />
      </Box>
    </Box>
  );
}
