import { chakra } from '@chakra-ui/react';
import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router';
import { UserOnly } from '../app/guards.tsx';
import { texts } from '../lib/texts.ts';
import { useButtonStyles } from '../ui/button.tsx';
import { shellRoute } from './shell.tsx';

const UploadPage = lazyRouteComponent(() => import('../features/upload/upload-page.tsx'), 'UploadPage');

export const uploadRoute = createRoute({ getParentRoute: () => shellRoute, path: '/upload', component: UploadRoute });

function UploadRoute() {
  return (
    <UserOnly>
      <UploadPage profileLink={<ProfileLink />} />
    </UserOnly>
  );
}

function ProfileLink() {
  const styles = useButtonStyles({ look: 'solid', size: 'lg' });
  return (
    <chakra.span css={styles} asChild>
      <Link to="/profile">{texts.upload.toProfile}</Link>
    </chakra.span>
  );
}
