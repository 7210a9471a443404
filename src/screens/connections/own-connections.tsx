import { useOpenMessages } from '../../shell/messaging.tsx';
import { useSafety } from '../../components/safety/safety.tsx';
import { ConnectionsPage } from './connections-page.tsx';
import { usePlayerApi } from '../../playback/player/player-context.tsx';

export function OwnConnections() {
  const openMessages = useOpenMessages();
  const { playArtist } = usePlayerApi();
  const safety = useSafety();
  return (
    <>
      <ConnectionsPage onMessage={openMessages} onPlay={playArtist} onReport={safety.report} onBlock={safety.block} />
      {safety.layer}
    </>
  );
}
