import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { firstCharacters } from '../platform/format.ts';
import { pictureFor } from '../platform/picture-for.ts';
import { classes } from './classes.ts';
import type { GeneratedCoverProps } from './generated-cover.tsx';

interface CoverProps {
  /** URL of the largest size. */
  src: string | null;
  /** Id, usually of the track, that seeds the generated cover. Null leaves the place empty. */
  coverSeed: string | null;
  /** Approximate displayed width, in px. */
  px: number;
  /** Loads at once, not lazily, because the cover is in the first viewport. */
  eager?: boolean;
  dimmed?: boolean;
  children?: ReactNode;
}

const style = classes({
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

/** The cover of a track or release. Screen readers ignore it, because the title is beside it. */
export function Cover({ src, coverSeed, px, eager = false, dimmed = false, children }: CoverProps) {
  return (
    <div className={style('cover')}>
      <Picture
        key={src}
        src={src}
        px={px}
        eager={eager}
        dimmed={dimmed}
        fallback={coverSeed !== null && <LazyGeneratedCover id={coverSeed} className={style(dimmed && 'dimmed')} />}
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
  fallback: ReactNode;
}

/** A failed picture is not retried within this time, unless the network comes back. */
const RETRY_AFTER_MS = 60_000;
const failures = new Map<string, number>();

const hasFailed = (src: string) => Date.now() - (failures.get(src) ?? -Infinity) < RETRY_AFTER_MS;
const clearFailures = () => failures.clear();

function recordFailure(src: string): void {
  failures.set(src, Date.now());
  window.addEventListener('online', clearFailures);
}

function Picture({ src: largest, px, eager = false, dimmed = false, fallback }: PictureProps) {
  const src = largest && pictureFor(largest, px);
  const [failed, setFailed] = useState(() => (src && hasFailed(src) ? src : null));
  // The failure may be due to the network: retry when it is back.
  useEffect(() => {
    if (failed === null) return;
    const retry = () => setFailed(null);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed]);
  if (!src || failed === src) return fallback;
  return (
    <img
      src={src}
      alt=""
      crossOrigin="anonymous"
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={style('picture', dimmed && 'dimmed')}
      onError={() => {
        recordFailure(src);
        setFailed(src);
      }}
    />
  );
}

let GeneratedCover: ComponentType<GeneratedCoverProps> | null = null;

function LazyGeneratedCover(props: GeneratedCoverProps) {
  const [Loaded, setLoaded] = useState(() => GeneratedCover);
  useEffect(() => {
    if (Loaded) return;
    const onLoad = (module: typeof import('./generated-cover.tsx')) => {
      GeneratedCover = module.GeneratedCover;
      setLoaded(() => GeneratedCover);
    };
    // If the code cannot be loaded, the place stays empty.
    import('./generated-cover.tsx').then(onLoad, () => undefined);
  }, [Loaded]);
  return Loaded && <Loaded {...props} />;
}

const avatarSizes = { xs: 24, sm: 32, md: 40, lg: 48, xl: 64 } as const;

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
      className={style('avatar')}
      style={{ width: px, height: px, fontSize: Math.max(10, Math.round(px * 0.38)) }}
      aria-hidden
    >
      <Picture key={src} src={src} px={px} fallback={firstCharacters(name)} />
    </div>
  );
}
