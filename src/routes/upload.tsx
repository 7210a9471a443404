import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { userRoute } from './user.tsx';

const UploadPage = lazyPart(() => import('../features/upload/upload-page.tsx').then((m) => m.UploadPage), 'page');

export const uploadRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/upload',
  loader: UploadPage.preload,
  component: Upload,
  staticData: { title: texts.pages.upload },
});

function Upload() {
  return (
    <UploadPage
      profileLink={
        <LinkButton size="lg" to="/profile">
          {texts.toProfile}
        </LinkButton>
      }
    />
  );
}
