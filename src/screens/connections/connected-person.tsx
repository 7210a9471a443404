import { type ReactNode, useMemo } from 'react';
import { useLive, useScope } from '../../engine/live.ts';
import { plural } from '../../platform/texts.ts';
import { usePartner } from '../../engine/use-partner.ts';
import { Avatar } from '../../design/art.tsx';
import { classes } from '../../design/classes.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { connectionTexts } from '../../components/connection/connection-texts.ts';

const style = classes({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplate: '1fr max-content max-content 1fr / auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '12px',
    height: '100%',
    minWidth: '0',
    borderRadius: '12px',
    '& > div:first-of-type': { gridRow: '1 / -1' },
    '& > a': { gridArea: '2 / 2' },
    '& > a::after': { content: '""', position: 'absolute', inset: '0' },
    _hover: { bg: 'bg.subtle', boxShadow: '-10px 0 {colors.bg.subtle}, 10px 0 {colors.bg.subtle}' },
  },
  aside: { gridArea: '2 / 3', textStyle: 'small', color: 'fg.subtle', whiteSpace: 'nowrap' },
  meta: {
    gridArea: '3 / 2',
    textStyle: 'meta',
    color: 'fg.muted',
    display: 'flex',
    gap: '5px',
    alignItems: 'center',
    fontVariantNumeric: 'tabular-nums',
    truncate: true,
  },
  plays: { hideBelow: 'lg', ml: '-5px' },
  /** Above the profile link, which covers the whole row. */
  acts: { gridArea: '1 / 3 / -1', display: 'flex', alignItems: 'center', gap: '4px', position: 'relative' },
});

interface ConnectedPersonProps {
  personId: string;
  meta?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}

export function ConnectedPerson({ personId, meta, aside, children }: ConnectedPersonProps) {
  const { name: loadedName, avatarSrc } = usePartner(personId);
  const name = loadedName || connectionTexts.nameless;
  return (
    <article aria-label={name} className={style('row')}>
      <Avatar name={name} src={avatarSrc} size="lg" />
      <PersonLink userId={personId} as="title">
        {name}
      </PersonLink>
      {aside && <div className={style('aside')}>{aside}</div>}
      <div className={style('meta')}>{meta ?? <TrackCounts personId={personId} />}</div>
      {children && <div className={style('acts')}>{children}</div>}
    </article>
  );
}

export function TrackCounts({ personId }: { personId: string }) {
  const scope = useScope();
  const tracks = useLive(useMemo(() => scope.tracksOf(personId), [scope, personId])).filter((track) => track.is_public);
  const isFilled = useLive(scope.isFilled);
  if (tracks.length === 0) return isFilled ? <>{connectionTexts.noTracks}</> : null;
  const plays = tracks.reduce((sum, track) => sum + track.play_count, 0);
  return (
    <>
      {tracks.length.toLocaleString('en')} {plural(tracks.length, 'track')}
      <span className={style('plays')}>
        , {plays.toLocaleString('en')} {plural(plays, 'play')}
      </span>
    </>
  );
}
