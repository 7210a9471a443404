import { Lock } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { Cover } from '../../design/art.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { usePageLink } from '../../design/use-page-link.ts';

export interface ReleaseCardContent {
  id: string;
  title: string;
  /** The first track, if it is on this device. */
  first: Pick<TrackView, 'id' | 'coverSrc'> | null;
  /** 'EP, 5 tracks, 2026' */
  meta: string;
  /** Why only the owner sees the release; null if it is published. */
  state: string | null;
}

const style = classes({
  list: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(260px, 1fr))' },
    gap: '12px 20px',
  },
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    minWidth: '0',
    minHeight: '68px',
    borderRadius: 'art',
    textUnderlineOffset: '3px',
    '@media (hover: hover)': { _hover: { '& [data-title]': { textDecoration: 'underline' } } },
  },
  cover: { width: '64px', flex: 'none' },
  words: { flex: '1', minWidth: '0' },
  title: { textStyle: 'title', truncate: true },
  meta: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', truncate: true },
  state: { display: 'flex', alignItems: 'center', gap: '6px', mt: '2px', textStyle: 'small', color: 'fg.muted' },
});

export function ReleaseCards({ label, releases }: { label: string; releases: readonly ReleaseCardContent[] }) {
  return (
    <ul aria-label={label} className={style('list')}>
      {releases.map((release) => (
        <li key={release.id}>
          <ReleaseCard {...release} />
        </li>
      ))}
    </ul>
  );
}

function ReleaseCard({ id, title, first, meta, state }: ReleaseCardContent) {
  const link = usePageLink({ to: '/release/$releaseId', params: { releaseId: id } });
  return (
    <a href={`/release/${id}`} className={style('card')} {...link}>
      <div className={style('cover')}>
        <Cover src={first?.coverSrc ?? null} coverSeed={first?.id ?? id} px={64} />
      </div>
      <div className={style('words')}>
        <div dir="auto" data-title className={style('title')}>
          {title}
        </div>
        <div className={style('meta')}>{meta}</div>
        {state !== null && (
          <div className={style('state')}>
            <Icon of={Lock} size={14} />
            {state}
          </div>
        )}
      </div>
    </a>
  );
}
