import { ArrowRight, CloudOff, Lock, Zap } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useIsOffline, useMe } from '../../engine/live.ts';
import { spendTexts } from './spend-texts.ts';
import { Confirm } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';

interface ConfirmSpendProps {
  title: string;
  verb: ReactNode;
  /** In ZAPs. */
  price: number;
  /** Whether the title or the text already names the price. */
  isPriceNamed?: boolean;
  /** 64 px square. */
  picture: ReactNode;
  name: string;
  meta?: string;
  children: ReactNode;
  /** False while another requirement is missing; `children` must name it. */
  isReady?: boolean;
  tooFew: (zaps: number) => string;
  /** For a spend that cannot be queued: the note shown while offline and after a lost response. Null if the spend can be queued. */
  onlineOnly?: string | null;
  /** Whether the response to an earlier attempt was lost, so that its outcome is unknown. */
  isUnanswered?: boolean;
  busy?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before ZAPs are spent. Queued spends are already deducted from the shown balance. */
export function ConfirmSpend({
  title,
  verb,
  price,
  isPriceNamed = false,
  picture,
  name,
  meta,
  children,
  isReady = true,
  tooFew,
  onlineOnly = null,
  isUnanswered = false,
  busy = null,
  onConfirm,
  onCancel,
}: ConfirmSpendProps) {
  const balance = useMe()?.zaps ?? null;
  const [zaps, setZaps] = useState(balance);
  // Freeze the balance while the request runs: a newer one may already include this spend.
  if (busy === null && zaps !== balance) setZaps(balance);
  const isOffline = useIsOffline();
  const needsNetwork = onlineOnly !== null && isOffline && busy === null;
  const isTooFew = zaps !== null && zaps < price;
  return (
    <Confirm
      title={title}
      verb={verb}
      icon={needsNetwork && <Icon of={CloudOff} size={18} />}
      variant="zap"
      isReady={isReady && !isTooFew && !needsNetwork}
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Flex gap="14px" align="center" mb="16px" color="fg">
        <Box width="64px" flex="none">
          {picture}
        </Box>
        <Box minWidth="0">
          <Box textStyle="title" truncate>
            {name}
          </Box>
          {meta && (
            <Box textStyle="meta" color="fg.muted" truncate>
              {meta}
            </Box>
          )}
        </Box>
      </Flex>
      <Box fontSize="16px" lineHeight="1.45">
        {children}
      </Box>
      <Flex
        direction="column"
        gap="10px"
        mt="16px"
        pt="16px"
        borderTop="1px solid"
        borderColor="border"
        fontVariantNumeric="tabular-nums"
      >
        {!isPriceNamed && (
          <Flex align="center" gap="4px">
            <Box flex="1">{spendTexts.costs}</Box>
            <Box fontWeight="600">{price}</Box>
            <Icon of={Zap} size={16} filled label="ZAPs" />
          </Flex>
        )}
        {isTooFew ? (
          <Flex gap="8px" color="fg.subtle">
            <Icon of={Lock} size={16} />
            {tooFew(zaps)}
          </Flex>
        ) : (
          <Flex align="center" gap="8px">
            <Box flex="1">{spendTexts.after}</Box>
            {zaps === null ? (
              spendTexts.unknown
            ) : (
              <>
                {zaps}
                <Icon of={ArrowRight} size={16} />
                <Flex align="center" gap="4px" color="zap.fg" fontWeight="700" fontSize="16px">
                  <Icon of={Zap} size={16} filled />
                  {zaps - price}
                </Flex>
              </>
            )}
          </Flex>
        )}
      </Flex>
      {(needsNetwork || (isUnanswered && busy === null)) && (
        <Flex role="status" gap="14px" align="center" mt="16px" p="12px 16px" bg="bg.inset" borderRadius="panel">
          <Icon of={CloudOff} />
          <Box minWidth="0">
            <Box color="fg" textStyle="title">
              {isUnanswered ? spendTexts.unanswered : spendTexts.needsNetwork}
            </Box>
            <Box textStyle="meta">{onlineOnly}</Box>
          </Box>
        </Flex>
      )}
    </Confirm>
  );
}
