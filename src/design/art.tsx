import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { initials } from '../platform/format.ts';
import { pictureFor } from '../platform/picture-for.ts';
import { classes } from './classes.ts';
import type { MadeCoverProps } from './made-cover.tsx';

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

const look = classes({
  cover: {
    position: 'relative',
    aspectRatio: '1',
    width: '100%',
    borderRadius: 'art',
    overflow: 'hidden',
    bg: 'bg.muted',
    flex: 'none',
    _after: {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      boxShadow: 'inset 0 0 0 1px rgba(255,255,255,.06)',
      pointerEvents: 'none',
    },
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  dimmed: { opacity: 0.45 },
  avatar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: 'full',
    overflow: 'hidden',
    flex: 'none',
    bg: 'bg.emphasized',
    color: 'fg',
    fontWeight: '600',
    lineHeight: '1',
  },
});

/** Music is square: a cover with its hairline, or a made one. Decorative: the title stands beside it. */
export function Cover({ src, madeFrom, px, eager = false, dimmed = false, children }: CoverProps) {
  return (
    <div className={look('cover')}>
      <Picture
        key={src}
        src={src}
        px={px}
        eager={eager}
        dimmed={dimmed}
        otherwise={madeFrom !== null && <Made id={madeFrom} className={look(dimmed && 'dimmed')} />}
      />
      {children}
    </div>
  );
}

interface PictureProps {
  src: string | null;
  px: number;
  eager?: boolean;
  dimmed?: boolean;
  otherwise: ReactNode;
}

/** A picture that did not come is not asked for again within this time, in ms. */
const FAILED_MS = 60_000;
/** When pictures failed to come, by their addresses: drawn again, what stands in their place is there at once. */
const failures = new Map<string, number>();

const hasFailed = (src: string) => Date.now() - (failures.get(src) ?? -Infinity) < FAILED_MS;
const forgetFailures = () => failures.clear();

function keepFailure(src: string): void {
  failures.set(src, Date.now());
  window.addEventListener('online', forgetFailures);
}

/** Fills its place with the picture in the size for it, or with what stands there otherwise. */
function Picture({ src: largest, px, eager = false, dimmed = false, otherwise }: PictureProps) {
  const src = largest && pictureFor(largest, px);
  const [failed, setFailed] = useState(() => (src && hasFailed(src) ? src : null));
  // Not broken but out of reach, as far as the page can know: with the network it is asked for again.
  useEffect(() => {
    if (failed === null) return;
    const again = () => setFailed(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed]);
  if (!src || failed === src) return otherwise;
  return (
    <img
      src={src}
      alt=""
      crossOrigin="anonymous"
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={look('picture', dimmed && 'dimmed')}
      onError={() => {
        keepFailure(src);
        setFailed(src);
      }}
    />
  );
}

let MadeCover: ComponentType<MadeCoverProps> | null = null;

/** The made cover, whose code comes with the first one. */
function Made(props: MadeCoverProps) {
  const [Drawn, setDrawn] = useState(() => MadeCover);
  useEffect(() => {
    if (Drawn) return;
    const draw = (module: typeof import('./made-cover.tsx')) => {
      MadeCover = module.MadeCover;
      setDrawn(() => MadeCover);
    };
    // Where the code cannot be had the place stays empty.
    import('./made-cover.tsx').then(draw, () => undefined);
  }, [Drawn]);
  return Drawn && <Drawn {...props} />;
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
    <div
      className={look('avatar')}
      style={{ width: px, height: px, fontSize: Math.max(10, Math.round(px * 0.38)) }}
      aria-hidden
    >
      <Picture key={src} src={src} px={px} otherwise={initials(name)} />
    </div>
  );
}
