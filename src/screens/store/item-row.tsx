import { Check, Lock } from 'lucide';
import type { ReactNode } from 'react';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';
import { dayAndMonth } from '../../platform/format.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { ItemArt } from './item-art.tsx';
import type { Offer } from './offer.ts';
import { storeTexts } from './store-texts.ts';

interface OfferButtonProps {
  offer: Offer;
  item: StoreItemRow;
  isBusy: boolean;
  onPress: () => void;
}

export function OfferButton({ offer, item, isBusy, onPress }: OfferButtonProps) {
  if (isBusy)
    return (
      <Button variant="zap" busy={storeTexts.purchasing}>
        {storeTexts.buy(item.zap_cost)}
      </Button>
    );
  switch (offer.kind) {
    case 'guest':
      return (
        <Button variant="outline" onClick={onPress}>
          {storeTexts.signIn}
        </Button>
      );
    case 'owned':
      return <StateText icon={<Icon of={Check} size={18} />}>{storeTexts.owned}</StateText>;
    case 'sold-out':
      return <StateText>{storeTexts.soldOut}</StateText>;
    case 'short':
      return (
        <Button
          variant="plain"
          color="fg.subtle"
          boxShadow="inset 0 0 0 1px {colors.border}"
          aria-disabled
          onClick={onPress}
        >
          <Icon of={Lock} size={16} />
          {storeTexts.need(offer.missing)}
        </Button>
      );
    case 'open':
      return (
        <Button variant="zap" onClick={onPress}>
          {storeTexts.buy(item.zap_cost)}
        </Button>
      );
  }
}

function StateText({ icon, children }: { icon?: ReactNode; children: string }) {
  return (
    <Button disabled css={{ '&:disabled': { color: 'fg.muted' } }}>
      {icon}
      {children}
    </Button>
  );
}

interface ItemRowProps extends OfferButtonProps {
  children?: ReactNode;
}

export function ItemRow({ item, offer, children, ...button }: ItemRowProps) {
  const isKey = item.icon === 'key';
  return (
    <Flex as="li" gap="14px" py="16px" borderTop="1px solid" borderColor="border">
      <Box width="72px" flex="none">
        <ItemArt icon={item.icon} size={72} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="title" {...(isKey ? { color: 'gold.fg' } : {})}>
          {item.name}
        </Box>
        <Box textStyle="meta" color="fg.muted" overflowWrap="anywhere">
          {item.description}
          {item.stock !== null && item.stock > 0 && ` ${storeTexts.left(item.stock)}.`}
          {offer.kind === 'owned' && offer.until !== null && ` ${storeTexts.ends(dayAndMonth(offer.until))}`}
        </Box>
        {children}
        <Box mt="10px">
          <OfferButton item={item} offer={offer} {...button} />
        </Box>
      </Box>
    </Flex>
  );
}
