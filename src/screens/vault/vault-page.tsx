import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KeyRound } from 'lucide';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { toast } from '../../engine/toast.ts';
import { vaultPurchasePage, useVaultAccess } from './vault-access.ts';
import { VaultFrame } from './vault-frame.tsx';
import { vaultTexts } from './vault-texts.ts';

const OPENS_AFTER_MS = 1000;
const WELCOME_MS = 2000;

export function VaultPage({ currency }: { currency: string }) {
  const navigate = useNavigate();
  const hasAccess = useVaultAccess();
  useEffect(() => {
    if (hasAccess !== true) return;
    toast({ id: 'vault', kind: 'success', ...vaultTexts.granted, duration: WELCOME_MS });
    const timer = setTimeout(() => void navigate({ to: '/vault/unlocked', replace: true }), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasAccess, navigate]);

  const purchase = () => {
    try {
      void navigate({ to: vaultPurchasePage(currency) });
    } catch (error) {
      toast({ kind: 'error', title: error instanceof Error ? error.message : vaultTexts.zolt });
    }
  };
  return (
    <VaultFrame lines={vaultTexts.lines} about={vaultTexts.about}>
      <Button
        height="56px"
        px="26px"
        fontSize="16px"
        bg="gold.contrast"
        color="#F6E8CB"
        width={{ base: '100%', md: 'auto' }}
        onClick={purchase}
      >
        <Icon of={KeyRound} />
        {vaultTexts.purchase}
      </Button>
    </VaultFrame>
  );
}
