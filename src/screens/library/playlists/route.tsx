import { createRoute } from '@tanstack/react-router';
import { texts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { browseRoute } from '../../../shell/browse-route.tsx';
import { useTrackLayers } from '../../../shell/use-track-layers.tsx';

const PlaylistPage = lazyPart(() => import('./playlist-page.tsx').then((m) => m.PlaylistPage), 'page');

export const playlistRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/playlist/$playlistId',
  loader: PlaylistPage.preload,
  component: Playlist,
  staticData: { title: texts.pages.playlist },
});

function Playlist() {
  const { playlistId } = playlistRoute.useParams();
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <PlaylistPage key={playlistId} playlistId={playlistId} {...listening} />
      {layer}
    </>
  );
}
