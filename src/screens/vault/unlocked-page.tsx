import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageLoading } from '../../design/page-loading.tsx';
import { Box } from '../../design/styled.tsx';
import { useVaultAccess } from './vault-access.ts';
import { VaultFrame } from './vault-frame.tsx';
import { vaultTexts } from './vault-texts.ts';

const { title, lead, text } = vaultTexts.unlocked;

export function UnlockedPage() {
  const navigate = useNavigate();
  const hasAccess = useVaultAccess();
  useEffect(() => {
    if (hasAccess === false) void navigate({ to: '/vault', replace: true });
  }, [hasAccess, navigate]);
  if (hasAccess !== true) return <PageLoading />;
  return (
    <VaultFrame
      lines={title.split(' ')}
      about={
        <>
          <Box textStyle="h1">{lead}</Box>
          <Box mt="6px">{text}</Box>
        </>
      }
    />
  );
}
