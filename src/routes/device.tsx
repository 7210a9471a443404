import { chakra } from '@chakra-ui/react';
import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router';
import { UserOnly } from '../app/guards.tsx';
import { texts } from '../lib/texts.ts';
import { useButtonStyles } from '../ui/button.tsx';
import { shellRoute } from './shell.tsx';

const DevicePage = lazyRouteComponent(() => import('../features/offline/device-page.tsx'), 'DevicePage');

export const deviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/device',
  component: () => (
    <UserOnly>
      <DevicePage uploadLink={<UploadLink />} />
    </UserOnly>
  ),
});

function UploadLink() {
  const styles = useButtonStyles({ look: 'quiet', size: 'sm' });
  return (
    <chakra.span css={styles} asChild>
      <Link to="/upload">{texts.device.openUpload}</Link>
    </chakra.span>
  );
}
