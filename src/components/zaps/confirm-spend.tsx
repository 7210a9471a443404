import { ArrowRight, CloudOff, Lock, Zap } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useIsOffline, useMe } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Confirm } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';

interface ConfirmSpendProps {
  title: string;
  /** The verb of what is paid for. */
  verb: ReactNode;
  /** In ZAPs. */
  price: number;
  /** The title or the text names the price already: no line of its own for it. */
  isPriceNamed?: boolean;
  /** Square, 64 px across: what it is about. */
  picture: ReactNode;
  name: string;
  /** Under the name: whose it is, say. */
  meta?: string;
  /** One sentence on what happens. */
  children: ReactNode;
  /** What is missing besides ZAPs and a network stands in `children`. */
  isReady?: boolean;
  /** Said instead of the balance when it does not pay for it. */
  tooFew: (zaps: number) => string;
  /** The server is asked at once, nothing waits for the network: this says so while there is none. */
  onlineOnly?: string | null;
  /** The server was asked, and nobody knows what came of it. */
  isUnanswered?: boolean;
  /** The word while it is being done. */
  busy?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before ZAPs are spent: on what, what it costs, and the balance after it, that of what waits included. */
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
  // While it is being done the question stands as it was answered: the next balance may be the one after it.
  if (busy === null && zaps !== balance) setZaps(balance);
  const isOffline = useIsOffline();
  const needsNetwork = onlineOnly !== null && isOffline && busy === null;
  const isTooFew = zaps !== null && zaps < price;
  return (
    <Confirm
      title={title}
      verb={verb}
      icon={needsNetwork && <Icon of={CloudOff} size={18} />}
      look="zap"
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
            <Box flex="1">{texts.spend.costs}</Box>
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
            <Box flex="1">{texts.spend.after}</Box>
            {zaps === null ? (
              texts.spend.unknown
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
              {isUnanswered ? texts.spend.unanswered : texts.spend.needsNetwork}
            </Box>
            <Box textStyle="meta">{onlineOnly}</Box>
          </Box>
        </Flex>
      )}
    </Confirm>
  );
}
