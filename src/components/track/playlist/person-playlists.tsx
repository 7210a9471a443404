import { useMemo } from 'react';
import { playlistsOf } from '../../../../sync/model/playlist-reads.ts';
import { List } from '../../../design/list-row.tsx';
import { Section } from '../../../design/page.tsx';
import { styled } from '../../../design/styled.tsx';
import { useRemote } from '../../../engine/use-remote.ts';
import { playlistTexts } from './playlist-texts.ts';
import { ShownPlaylistCard } from './shown-playlists.tsx';

/** The public playlists of a person (S-60). Nothing without any. */
export function PersonPlaylists({ userId }: { userId: string }) {
  const read = useRemote(useMemo(() => playlistsOf(userId), [userId]));
  if (read.kind !== 'here' || read.value.length === 0) return null;
  return (
    <Section title={playlistTexts.heading}>
      <List
        aria-label={playlistTexts.heading}
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(150px, 100%), 1fr))"
        gap="16px 12px"
      >
        {read.value.map((playlist) => (
          <styled.li key={playlist.id} minWidth="0">
            <ShownPlaylistCard playlist={playlist} />
          </styled.li>
        ))}
      </List>
    </Section>
  );
}
