import { MessagesDialog } from '../messages/messages-dialog.tsx';
import { useNowPlaying, usePlayerApi } from '../playback/player/player-context.tsx';

interface MessagesProps {
  partnerId: string | null;
  onClose: () => void;
}

export function Messages({ partnerId, onClose }: MessagesProps) {
  const { isPlaying } = useNowPlaying();
  const { playArtist } = usePlayerApi();
  return <MessagesDialog partnerId={partnerId} isPlaying={isPlaying} onPlay={playArtist} onClose={onClose} />;
}
