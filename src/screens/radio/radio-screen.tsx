import { useNavigate } from '@tanstack/react-router';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';
import { RadioPage } from './radio-page.tsx';

export function RadioScreen({ q = '', genre = null }: { q?: string; genre?: string | null }) {
  const { listening, layer } = useTrackLayers();
  const navigate = useNavigate();
  return (
    <>
      <RadioPage
        search={q}
        genre={genre}
        onClear={() => void navigate({ to: '/radio', replace: true })}
        listening={listening}
      />
      {layer}
    </>
  );
}
