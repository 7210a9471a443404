import { texts } from '../../platform/texts.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Page } from '../../design/page.tsx';
import { genresTexts } from './genres-texts.ts';

export function GenresPage() {
  return (
    <Page title={texts.pages.genres}>
      <EmptyState title={genresTexts.soon} />
    </Page>
  );
}
