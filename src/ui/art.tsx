import { Box, chakra, Center } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { initials } from '../lib/format.ts';
import { pictureFor } from '../lib/picture-for.ts';

interface CoverProps {
  /** Address of its largest picture. */
  src: string | null;
  /** Id of the track, from which the picture is made that stands for one; nothing stands there without it. */
  madeFrom: string | null;
  /** About how wide it is shown, in px. */
  px: number;
  /** True for the covers of the first screen, which are not loaded lazily. */
  eager?: boolean;
  dimmed?: boolean;
  children?: ReactNode;
}

const faded = { opacity: 0.45 } as const;

/** About how wide a card is: from 160 on phones to 212 where six stand in a row. */
export const CARD_PX = 190;

/** Music is square: a cover with its hairline, or a made one. Decorative: the title stands beside it. */
export function Cover({ src, madeFrom, px, eager = false, dimmed = false, children }: CoverProps) {
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
      <Picture
        src={src}
        px={px}
        eager={eager}
        dimmed={dimmed}
        otherwise={
          madeFrom !== null && (
            <Box height="100%" {...(dimmed ? faded : {})}>
              <Made id={madeFrom} />
            </Box>
          )
        }
      />
      {children}
    </Box>
  );
}

interface PictureProps {
  src: string | null;
  px: number;
  eager?: boolean;
  dimmed?: boolean;
  otherwise: ReactNode;
}

/** Fills its place with the picture in the size for it, or with what stands there otherwise. */
function Picture({ src: largest, px, eager = false, dimmed = false, otherwise }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = largest && pictureFor(largest, px);
  if (!src || failed === src) return otherwise;
  return (
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
      {...(dimmed ? faded : {})}
      onError={() => setFailed(src)}
    />
  );
}

/** The made cover, whose code comes with the first one. */
function Made({ id }: { id: string }) {
  const [Drawn, setDrawn] = useState<ComponentType<{ id: string }> | null>(null);
  useEffect(() => {
    // Where the code cannot be had the place stays empty.
    import('./made-cover.tsx').then(({ MadeCover }) => setDrawn(() => MadeCover)).catch(() => undefined);
  }, []);
  return Drawn && <Drawn id={id} />;
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
      <Picture src={src} px={px} otherwise={initials(name)} />
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
