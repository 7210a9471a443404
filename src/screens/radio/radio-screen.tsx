import { useNavigate } from '@tanstack/react-router';
import { useTrackDoors } from '../../shell/use-track-doors.tsx';
import { RadioPage } from './radio-page.tsx';

/** The radio's page, searched as its address says, and what can be done with a track over it. */
export function RadioScreen({ q = '', genre = null }: { q?: string; genre?: string | null }) {
  const { listening, over } = useTrackDoors();
  const navigate = useNavigate();
  return (
    <>
      <RadioPage
        search={q}
        genre={genre}
        onClear={() => void navigate({ to: '/radio', replace: true })}
        listening={listening}
      />
      {over}
    </>
  );
}
