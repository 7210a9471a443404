import { Box, chakra, Center } from '@chakra-ui/react';
import { Music } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { initials } from '../lib/format.ts';

interface CoverProps {
  src: string | null;
  /** True for the covers of the first screen, which are not loaded lazily. */
  eager?: boolean;
  dimmed?: boolean;
  iconSize?: number;
  children?: ReactNode;
}

/** Music is square: a cover with its hairline, or the note when there is none. Decorative: the title stands beside it. */
export function Cover({ src, eager = false, dimmed = false, iconSize = 28, children }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Box
      position="relative"
      aspectRatio="1"
      width="100%"
      borderRadius="art"
      overflow="hidden"
      bg="bg.muted"
      flex="none"
      _after={{
        content: '""',
        position: 'absolute',
        inset: 0,
        borderRadius: 'inherit',
        boxShadow: 'inset 0 0 0 1px rgba(255,255,255,.06)',
        pointerEvents: 'none',
      }}
    >
      {src && failed !== src ? (
        <chakra.img
          src={src}
          alt=""
          crossOrigin="anonymous"
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          width="100%"
          height="100%"
          objectFit="cover"
          display="block"
          {...(dimmed ? { opacity: 0.45 } : {})}
          onError={() => setFailed(src)}
        />
      ) : (
        <Center position="absolute" inset="0" color="fg.subtle">
          <Music size={iconSize} strokeWidth={1.75} aria-hidden />
        </Center>
      )}
      {children}
    </Box>
  );
}

const avatarSizes = { xs: 24, sm: 32, md: 40, lg: 48, xl: 64 } as const;

/** People are round: the picture, or the first two letters of the name. */
export function Avatar({
  name,
  src,
  size = 'md',
}: {
  name: string | null | undefined;
  src: string | null;
  size?: keyof typeof avatarSizes | number;
}) {
  const px = typeof size === 'number' ? size : avatarSizes[size];
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Center
      width={`${px}px`}
      height={`${px}px`}
      borderRadius="full"
      overflow="hidden"
      flex="none"
      bg="bg.emphasized"
      color="fg"
      fontWeight="600"
      fontSize={`${Math.max(10, Math.round(px * 0.38))}px`}
      lineHeight="1"
      aria-hidden
    >
      {src && failed !== src ? (
        <chakra.img
          src={src}
          alt=""
          crossOrigin="anonymous"
          width="100%"
          height="100%"
          objectFit="cover"
          onError={() => setFailed(src)}
        />
      ) : (
        initials(name)
      )}
    </Center>
  );
}

interface RatingProps {
  average: number;
  votes: number;
  /** The own vote, in the place of how many there are. */
  own?: ReactNode;
}

/** Five rising bars and the average; nothing is said of a track without votes. */
export function Rating({ average, votes, own }: RatingProps) {
  const heights = [5, 7, 9, 10, 12];
  if (votes === 0 && !own)
    return (
      <Box fontSize="13px" color="fg.subtle">
        No votes yet
      </Box>
    );
  return (
    <Box
      display="inline-flex"
      alignItems="center"
      gap="6px"
      fontWeight="600"
      fontSize="13px"
      fontVariantNumeric="tabular-nums"
    >
      <Box
        role="img"
        aria-label={`${average.toFixed(1)} of 5`}
        display="inline-flex"
        alignItems="flex-end"
        gap="2px"
        height="12px"
      >
        {heights.map((height, i) => (
          <Box
            key={height}
            width="3px"
            height={`${height}px`}
            borderRadius="1px"
            bg="fg"
            opacity={i < Math.round(average) ? 1 : 0.26}
          />
        ))}
      </Box>
      {votes > 0 && average.toFixed(1)}
      {own ?? (
        <Box as="span" color="fg.subtle" fontWeight="400">
          ({votes})
        </Box>
      )}
    </Box>
  );
}
