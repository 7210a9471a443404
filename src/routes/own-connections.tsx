import { useOpenMessages } from '../app/messaging.tsx';
import { useSafety } from '../app/safety.tsx';
import { ConnectionsPage } from '../features/connections/connections-page.tsx';
import { usePlayerDoor } from '../features/player/player-context.tsx';

/** The page of connections with what other features bring to it. */
export function OwnConnections() {
  const openMessages = useOpenMessages();
  const { playArtist } = usePlayerDoor();
  const safety = useSafety();
  return (
    <>
      <ConnectionsPage onMessage={openMessages} onPlay={playArtist} onReport={safety.report} onBlock={safety.block} />
      {safety.over}
    </>
  );
}
