import { Ellipsis, Link as LinkSign } from 'lucide';
import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { copyLink } from '../../engine/copy-link.ts';
import { texts } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu } from '../../design/menu.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box } from '../../design/styled.tsx';
import { type OwnTrackAct, ownTrackActs, OwnTrackRows } from './own-track-acts.tsx';
import { ownTrackTexts } from './own-track-texts.ts';

const copy = { label: texts.link.copy, icon: LinkSign } as const;

export function TrackMenu({ track, onAct }: { track: TrackView; onAct: (act: OwnTrackAct) => void }) {
  const isDesktop = useIsDesktop();
  const [isOpen, setOpen] = useState(false);
  const title = track.title || trackWords.untitled;
  const copyTrack = () => void copyLink(`/track/${track.id}`);
  const button = (
    <IconButton
      label={ownTrackTexts.menuOf(title)}
      color="fg.muted"
      {...(isDesktop ? {} : { onClick: () => setOpen(true), mr: '-12px' })}
    >
      <Icon of={Ellipsis} />
    </IconButton>
  );
  if (isDesktop) {
    const items = ownTrackActs(track).map(({ act, ...item }) => ({ ...item, onSelect: () => onAct(act) }));
    return <Menu trigger={button} items={[{ ...copy, onSelect: copyTrack }, ...items]} />;
  }
  return (
    <>
      {button}
      {/* The sheet unmounts at once, because an action may open another sheet. */}
      {isOpen && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <Box p="8px 8px 20px">
            <Box textStyle="title" overflowWrap="anywhere" overflowX="clip" p="0 12px 8px">
              <bdi>{title}</bdi>
            </Box>
            <ActionRow
              icon={<Icon of={copy.icon} />}
              onPress={() => {
                setOpen(false);
                copyTrack();
              }}
            >
              {copy.label}
            </ActionRow>
            <OwnTrackRows
              track={track}
              onAct={(act) => {
                setOpen(false);
                onAct(act);
              }}
            />
          </Box>
        </Sheet>
      )}
    </>
  );
}
