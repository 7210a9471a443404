import { useSafety } from '../../components/safety/safety.tsx';
import { ConnectButton } from '../../components/connection/connect-button.tsx';
import { PersonMore } from '../../components/connection/person-more.tsx';
import { usePlayerApi } from '../../playback/player/player-context.tsx';
import { useOpenMessages } from '../../shell/messaging.tsx';

export function PersonActs({ personId }: { personId: string }) {
  const openMessages = useOpenMessages();
  const { playArtist } = usePlayerApi();
  const safety = useSafety();
  return (
    <>
      <ConnectButton personId={personId} place="profile" onMessage={openMessages} />
      <PersonMore personId={personId} onPlay={playArtist} onReport={safety.report} onBlock={safety.block} />
      {safety.layer}
    </>
  );
}
