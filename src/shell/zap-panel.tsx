import { Rewards } from '../components/rewards/rewards.tsx';
import { ZapDropdown } from '../components/zaps/zap-dropdown.tsx';

/** The dropdown of the chip with what the app puts into it. */
export function ZapPanel({ onClose }: { onClose: () => void }) {
  return <ZapDropdown rewards={<Rewards isShort />} onClose={onClose} />;
}
