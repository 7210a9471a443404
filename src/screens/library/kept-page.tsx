import { useNow } from '../../engine/use-now.ts';
import { texts } from '../../platform/texts.ts';
import { Page, PageTitle } from '../../design/page.tsx';
import { KeptList } from './kept-list.tsx';

/** The tracks that are kept on this device, and those that are still to be fetched (S-34). */
export function KeptPage() {
  const now = useNow(10_000);
  return (
    <Page width="narrow">
      <PageTitle textStyle="poster" mb="12px">
        {texts.pages.kept}
      </PageTitle>
      <KeptList now={now} />
    </Page>
  );
}
