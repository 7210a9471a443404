import { useIsDesktop } from '../../platform/viewport.ts';
import { Popover } from '../../design/popover.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box } from '../../design/styled.tsx';
import { VoteControl } from './vote-control.tsx';
import { voteTexts } from './vote-texts.ts';

interface VotePopupProps {
  trackId: string;
  /** The pressed button; null if it has unmounted. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

export function VotePopup({ trackId, anchor, onClose }: VotePopupProps) {
  const isDesktop = useIsDesktop();
  const control = <VoteControl trackId={trackId} />;
  if (isDesktop && anchor)
    return (
      <Popover label={voteTexts.yours} anchor={anchor} onClose={onClose}>
        {control}
      </Popover>
    );
  return (
    <Sheet title={voteTexts.yours} onClose={onClose}>
      <Box p={{ base: '14px 20px 24px', lg: '28px' }}>{control}</Box>
    </Sheet>
  );
}
