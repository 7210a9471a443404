import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const UploadPage = lazyPart(() => import('../../upload/upload-page.tsx').then((m) => m.UploadPage), 'page');

export const uploadRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/upload',
  loader: UploadPage.preload,
  component: UploadPage,
  staticData: { title: texts.pages.upload },
});
