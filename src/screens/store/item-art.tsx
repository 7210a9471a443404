import { BadgeCheck, KeyRound, Sparkles } from 'lucide';
import type { ReactNode } from 'react';
import { useMe } from '../../engine/live.ts';
import { useOwnAvatar } from '../../components/person/use-own-avatar.ts';
import { seededRandom } from '../../design/current-line.ts';
import { RingAvatar } from '../../design/ring-avatar.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Center, styled } from '../../design/styled.tsx';

/** `size`: approximate width in px, which scales the icon. The picture fills its container. */
export function ItemArt({ icon, size }: { icon: string; size: number }) {
  switch (icon) {
    case 'glow':
      return (
        <Square>
          <GlowingAvatar size={Math.round(size * 0.64)} />
        </Square>
      );
    case 'badge':
      return (
        <Square>
          <Icon of={BadgeCheck} size={size * 0.5} weight={1.25} />
        </Square>
      );
    case 'highlight':
      return (
        <Square>
          <Rows />
        </Square>
      );
    case 'mystery':
      return (
        <Square>
          <Mystery size={size} />
        </Square>
      );
    case 'key':
      return (
        <Square bg="gold.solid" color="gold.contrast">
          <Icon of={KeyRound} size={size * 0.45} />
        </Square>
      );
    default:
      return (
        <Square>
          <Icon of={Sparkles} size={size * 0.45} weight={1.5} />
        </Square>
      );
  }
}

function Square({ bg = 'bg.muted', color = 'fg', children }: { bg?: string; color?: string; children: ReactNode }) {
  return (
    <Center
      position="relative"
      aspectRatio="1"
      width="100%"
      borderRadius="art"
      overflow="hidden"
      bg={bg}
      color={color}
      aria-hidden
    >
      {children}
    </Center>
  );
}

export function GlowingAvatar({ size }: { size: number }) {
  return <RingAvatar name={useMe()?.profile?.artist_name ?? null} src={useOwnAvatar()} size={size} glows />;
}

function Rows() {
  return (
    <styled.svg viewBox="0 0 72 72" width="100%" height="100%">
      {[18, 26, 43, 51].map((y) => (
        <styled.rect key={y} x="10" y={y} width="52" height="5" rx="1" fill="bg.emphasized" />
      ))}
      <rect x="6" y="33" width="60" height="8" rx="1" fill="currentColor" />
    </styled.svg>
  );
}

function Mystery({ size }: { size: number }) {
  return (
    <>
      <Box position="absolute" inset="0">
        <Pattern columns={4} rows={4} />
      </Box>
      <Center
        position="relative"
        width="50%"
        height="50%"
        borderRadius="full"
        bg="#14110F"
        color="#F5EFE6"
        textStyle="numeral"
        style={{ fontSize: `${size * 0.28}px` }}
      >
        ?
      </Center>
    </>
  );
}

const paper = '#F0E6D2';
const inks = ['#2F6B3B', '#93B388', '#E3B23C', '#1A3022'] as const;

export function Pattern({ columns, rows }: { columns: number; rows: number }) {
  const random = seededRandom(columns * 31 + rows);
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [(i % columns) * 20, Math.floor(i / columns) * 20];
    const ink = inks[Math.floor(random() * inks.length)] ?? inks[0];
    const angle = Math.floor(random() * 4) * 90;
    return random() < 0.22 ? (
      <circle key={i} cx={x + 10} cy={y + 10} r="7" fill={inks[3]} />
    ) : (
      <path
        key={i}
        d="M-10-10H10A20 20 0 0 1-10 10Z"
        fill={ink}
        transform={`translate(${x + 10} ${y + 10}) rotate(${angle})`}
      />
    );
  });
  return (
    <svg
      viewBox={`0 0 ${columns * 20} ${rows * 20}`}
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid slice"
      style={{ background: paper, display: 'block' }}
      aria-hidden="true"
    >
      {cells}
    </svg>
  );
}
