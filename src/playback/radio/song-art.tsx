import { Music } from 'lucide';
import { type ReactNode, useState } from 'react';
import { pictureFor } from '../../platform/picture-for.ts';
import { Icon } from '../../design/icon.tsx';
import { GeneratedCover } from '../../design/generated-cover.tsx';
import { Box, Center, styled } from '../../design/styled.tsx';
import type { Song } from './station.ts';

/** Artwork may come from any host. It is not kept on the device, so it needs no CORS. */
export function SongArt({
  song,
  px = 48,
  iconSize = 20,
  children,
}: {
  song: Song | null;
  /** Approximate display width, in px. */
  px?: number;
  iconSize?: number;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = song?.art ? pictureFor(song.art, px) : null;
  return (
    <Box
      position="relative"
      width="100%"
      aspectRatio="1"
      borderRadius="art"
      overflow="hidden"
      bg="bg.muted"
      flex="none"
    >
      {src && failed !== src ? (
        <styled.img
          src={src}
          alt=""
          decoding="async"
          draggable={false}
          width="100%"
          height="100%"
          objectFit="cover"
          display="block"
          onError={() => setFailed(src)}
        />
      ) : song?.id ? (
        <GeneratedCover id={song.id} />
      ) : (
        <Center position="absolute" inset="0" color="fg.subtle">
          <Icon of={Music} size={iconSize} />
        </Center>
      )}
      {children}
    </Box>
  );
}
