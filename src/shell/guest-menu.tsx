import { useRouter } from '@tanstack/react-router';
import { LinkButton } from '../design/link-button.tsx';
import { Sheet } from '../design/sheet.tsx';
import { Box } from '../design/styled.tsx';
import { texts } from '../platform/texts.ts';
import { MenuSettings } from './menu-settings.tsx';
import { storeReturnAddress } from './return-address.ts';
import { StoreLink } from './store-link.tsx';

export function GuestMenu({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const signIn = () => {
    storeReturnAddress(router.state.location.href);
    setTimeout(onClose);
  };
  return (
    <Sheet title={texts.you} onClose={onClose}>
      <Box p="14px 20px 18px">
        <Box display="grid" gap="8px" mb="14px">
          <LinkButton to="/auth" onClick={signIn}>
            {texts.pages.signIn}
          </LinkButton>
          <StoreLink onFollow={onClose} />
        </Box>
        <MenuSettings />
      </Box>
    </Sheet>
  );
}
