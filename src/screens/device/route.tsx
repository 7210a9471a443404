import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const DevicePage = lazyPart(() => import('./device-page.tsx').then((m) => m.DevicePage), 'page');

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
