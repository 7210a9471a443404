import { chakra } from '@chakra-ui/react';
import { Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useScopeOrNull } from '../../lib/live.ts';

/** The window event that lets a badge rise: `{ amount, x, y }`, the position in px of the viewport. */
const ZAP_EVENT = 'zapAnimationTrigger';
const RISE_MS = 1500;
const RISE_PX = 56;

const detail = z.object({ amount: z.number(), x: z.number(), y: z.number() });

interface Badge {
  id: number;
  amount: number;
  x: number;
  y: number;
}

let made = 0;

/** Lets a badge rise to the element with the id profile-area, or near the top right corner when it is absent. */
export function triggerZapBadge(amount: number): void {
  const target = document.getElementById('profile-area')?.getBoundingClientRect();
  const x = target && target.width > 0 ? target.left + target.width / 2 : window.innerWidth - 60;
  const y = (target && target.width > 0 ? target.bottom : 60) + RISE_PX;
  window.dispatchEvent(new CustomEvent(ZAP_EVENT, { detail: { amount, x, y } }));
}

/** The layer of floating badges. ZAPs that the server granted for a play rise by themselves. */
export function ZapBadgeLayer() {
  const scope = useScopeOrNull();
  const [badges, setBadges] = useState<Badge[]>([]);

  useEffect(() => {
    const onTrigger = (event: Event) => {
      const parsed = detail.safeParse(event instanceof CustomEvent ? event.detail : null);
      if (!parsed.success) return;
      const badge = { id: ++made, ...parsed.data };
      setBadges((all) => [...all, badge]);
      setTimeout(() => setBadges((all) => all.filter((each) => each.id !== badge.id)), RISE_MS);
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

  return badges.map((badge) => (
    <chakra.div
      key={badge.id}
      data-part="zap-badge"
      role="status"
      position="fixed"
      zIndex="badge"
      pointerEvents="none"
      style={{ left: badge.x, top: badge.y }}
    >
      <chakra.div
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
            transform: 'translateY(-56px)',
          },
        }}
      >
        {badge.amount > 0 ? '+' : ''}
        {badge.amount}
        <Zap size={16} fill="currentColor" aria-label="ZAPs" />
      </chakra.div>
    </chakra.div>
  ));
}
