import { Zap } from 'lucide';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useScopeOrNull } from '../../engine/live.ts';
import { onPageEvents } from '../../platform/page-events.ts';
import { RISE_PX, triggerZapBadge, ZAP_EVENT } from './zap-rise.ts';
import { Icon } from '../../design/icon.tsx';
import { styled } from '../../design/styled.tsx';

const RISE_MS = 1500;

const detailSchema = z.object({ amount: z.number(), x: z.number(), y: z.number() });

interface Badge {
  id: number;
  amount: number;
  x: number;
  y: number;
}

let lastId = 0;

/**
 * Shows a rising badge at each `ZAP_EVENT`, and fires that event for each acknowledged action that earned ZAPs. Also starts a sync at
 * each page event that announces changed data (page-events.ts).
 */
export function ZapBadgeLayer() {
  const scope = useScopeOrNull();
  const [badges, setBadges] = useState<Badge[]>([]);

  useEffect(() => {
    const onTrigger = (event: Event) => {
      const parsed = detailSchema.safeParse(event instanceof CustomEvent ? event.detail : null);
      if (!parsed.success) return;
      const badge = { id: ++lastId, ...parsed.data };
      setBadges((all) => [...all, badge]);
      setTimeout(() => setBadges((all) => all.filter(({ id }) => id !== badge.id)), RISE_MS);
    };
    window.addEventListener(ZAP_EVENT, onTrigger);
    return () => window.removeEventListener(ZAP_EVENT, onTrigger);
  }, []);

  useEffect(
    () =>
      scope?.onAcknowledged((action) => {
        const earned = action.status === 'applied' ? Number(action.result['zaps_earned'] ?? 0) : 0;
        if (earned > 0) triggerZapBadge(earned);
      }),
    [scope],
  );

  useEffect(() => onPageEvents(['zapStoreRefresh', 'trackDataRefresh'], () => scope?.syncNow()), [scope]);

  return badges.map((badge) => (
    <styled.div
      key={badge.id}
      data-part="zap-badge"
      role="status"
      position="fixed"
      zIndex="badge"
      pointerEvents="none"
      style={{ left: badge.x, top: badge.y }}
    >
      <styled.div
        display="inline-flex"
        alignItems="center"
        gap="4px"
        ml="-50%"
        height="34px"
        px="14px"
        borderRadius="full"
        bg="zap.solid"
        color="zap.contrast"
        fontWeight="700"
        fontSize="16px"
        css={{
          animation: 'rise 1500ms cubic-bezier(.2,.8,.2,1) both',
          '@media (prefers-reduced-motion: reduce)': {
            animation: 'hold 1500ms both',
            animationDuration: '1500ms !important',
            transform: `translateY(-${RISE_PX}px)`,
          },
        }}
      >
        {badge.amount > 0 ? '+' : ''}
        {badge.amount}
        <Icon of={Zap} size={16} filled label="ZAPs" />
      </styled.div>
    </styled.div>
  ));
}
