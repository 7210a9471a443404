import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { userRoute } from './user.tsx';

const DevicePage = lazyPart(() => import('../features/offline/device-page.tsx').then((m) => m.DevicePage), 'page');

export const deviceRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/device',
  loader: DevicePage.preload,
  component: Device,
  staticData: { title: texts.pages.device },
});

function Device() {
  return (
    <DevicePage
      uploadLink={
        <LinkButton look="quiet" size="sm" to="/upload">
          {texts.open}
        </LinkButton>
      }
    />
  );
}
