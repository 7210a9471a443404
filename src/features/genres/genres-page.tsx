import { texts } from '../../lib/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { genresTexts } from './genres-texts.ts';

/** A page that is to come. */
export function GenresPage() {
  return (
    <Page title={texts.pages.genres}>
      <EmptyState title={genresTexts.soon} />
    </Page>
  );
}
