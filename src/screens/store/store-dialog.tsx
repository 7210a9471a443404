import { X } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';
import { useIsOffline, useIsSyncing, useLive, useMe, useScope, useSyncStatus } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { BalanceChip } from '../../components/zaps/balance-chip.tsx';
import { IconButton } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { ConfirmPurchase, type PurchaseResult } from './confirm-purchase.tsx';
import { Highlights } from './highlights.tsx';
import { ItemRow, OfferButton } from './item-row.tsx';
import { Odds } from './odds.tsx';
import { offerOf } from './offer.ts';
import { Reveal } from './reveal.tsx';
import { storeTexts } from './store-texts.ts';

type Content = { kind: 'items' } | { kind: 'pack'; item: StoreItemRow; result: PurchaseResult };

export function StoreDialog({ onClose, onSignIn }: { onClose: () => void; onSignIn: () => void }) {
  const scope = useScope();
  const me = useMe();
  const now = useNow(30_000);
  const items = useLive(scope.storeItems);
  const [content, setContent] = useState<Content>({ kind: 'items' });
  const [itemToBuy, setItemToBuy] = useState<StoreItemRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isGuest = scope.userId === null;

  const buttonPropsOf = (item: StoreItemRow) => {
    const offer = offerOf(item, isGuest ? null : (me ?? { zaps: null, cosmetics: [] }), now);
    return {
      item,
      offer,
      isBusy: isBusy && itemToBuy?.id === item.id,
      onPress: () => {
        if (offer.kind === 'guest') {
          toast({ id: 'store-guest', kind: 'error', ...storeTexts.needsUser });
          onSignIn();
        } else if (offer.kind === 'short')
          toast({
            id: 'store-short',
            kind: 'error',
            title: storeTexts.insufficient,
            text: storeTexts.tooFew(item.zap_cost, item.zap_cost - offer.missing),
          });
        else setItemToBuy(item);
      },
    };
  };
  const finish = (item: StoreItemRow, result: PurchaseResult) => {
    setItemToBuy(null);
    if (item.category === 'mystery' && result.prizes.length > 0) setContent({ kind: 'pack', item, result });
    else toast({ kind: 'success', title: result.message });
  };

  return (
    <>
      <Sheet
        title={content.kind === 'pack' ? content.item.name : storeTexts.title}
        onClose={() => !isBusy && onClose()}
      >
        <Box p={{ base: '8px 20px 20px', lg: '24px 28px 28px' }}>
          <Head title={content.kind === 'pack' ? content.item.name : storeTexts.title} onClose={onClose} />
          {content.kind === 'pack' ? (
            <Reveal
              // The key restarts the reveal for each pack.
              key={content.result.at}
              item={content.item}
              prizes={content.result.prizes}
              onDone={() => setContent({ kind: 'items' })}
              againButton={
                <OfferButton {...buttonPropsOf(items.find(({ id }) => id === content.item.id) ?? content.item)} />
              }
            />
          ) : items.length === 0 ? (
            <NoItems />
          ) : (
            <List aria-label={storeTexts.title}>
              {items.map((item) => (
                <ItemRow key={item.id} {...buttonPropsOf(item)}>
                  {item.category === 'boost' && !isGuest && <Highlights now={now} />}
                  {item.category === 'mystery' && (
                    <Box mt="10px">
                      <Odds metadata={item.metadata} />
                    </Box>
                  )}
                </ItemRow>
              ))}
            </List>
          )}
        </Box>
      </Sheet>
      {itemToBuy && (
        <ConfirmPurchase
          item={itemToBuy}
          onBusy={setBusy}
          onCancel={() => setItemToBuy(null)}
          onBought={(result) => finish(itemToBuy, result)}
        />
      )}
    </>
  );
}

function Head({ title, onClose }: { title: string; onClose: () => void }): ReactNode {
  const { userId } = useScope();
  return (
    <Flex align="center" gap="12px" mb="14px">
      <Box flex="1" textStyle="h1" aria-hidden>
        {title}
      </Box>
      {userId !== null && <BalanceChip />}
      <IconButton label={texts.close} mr="-10px" onClick={onClose}>
        <Icon of={X} size={24} />
      </IconButton>
    </Flex>
  );
}

function NoItems() {
  const scope = useScope();
  const hasSynced = useSyncStatus((status) => status.hasSynced);
  const isOffline = useIsOffline();
  const isSyncing = useIsSyncing();
  if (hasSynced) return <EmptyState title={storeTexts.empty} />;
  if (isOffline) return <FailedState {...storeTexts.loadFailed} isBusy={isSyncing} onRetry={() => scope.syncNow()} />;
  return <Skeleton height="320px" borderRadius="panel" />;
}
