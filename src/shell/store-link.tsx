import { Store } from 'lucide';
import { Icon } from '../design/icon.tsx';
import { LinkButton } from '../design/link-button.tsx';
import { youTexts } from './you-texts.ts';

/** @param onFollow closes the menu that contains the link. If the page's code is loaded, menu and page change in one render. */
export function StoreLink({ onFollow }: { onFollow: () => void }) {
  return (
    <LinkButton to="/store" variant="quiet" width="100%" onClick={() => setTimeout(onFollow)}>
      <Icon of={Store} />
      {youTexts.store}
    </LinkButton>
  );
}
