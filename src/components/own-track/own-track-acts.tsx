import { ChartNoAxesColumn, type IconNode, Pencil, Trash2 } from 'lucide';
import type { ReactNode } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { trackWords } from '../../platform/track-words.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { PublicSwitch, RadioSwitch } from './own-track-switches.tsx';
import { ownTrackTexts } from './own-track-texts.ts';
import { RenameField } from './rename-field.tsx';
import { TrackNumbers } from './track-numbers.tsx';
import { useTrackActs } from './use-track-acts.ts';

export type OwnTrackAct = 'rename' | 'numbers' | 'delete';

const rename = { act: 'rename', label: ownTrackTexts.rename, icon: Pencil } as const;
const numbers = { act: 'numbers', label: ownTrackTexts.numbers.verb, icon: ChartNoAxesColumn } as const;
const remove = { act: 'delete', label: ownTrackTexts.delete, icon: Trash2, isDangerous: true } as const;

/** The actions that the artist's own track offers. An unsent track does not offer its statistics, because they come from the server. */
export function ownTrackActs({
  rev,
}: TrackView): readonly { act: OwnTrackAct; label: string; icon: IconNode; isDangerous?: boolean }[] {
  return rev === 0 ? [rename, remove] : [rename, numbers, remove];
}

export function OwnTrackRows({ track, onAct }: { track: TrackView; onAct: (act: OwnTrackAct) => void }) {
  return (
    <>
      <SwitchLine label={ownTrackTexts.public}>
        <PublicSwitch track={track} />
      </SwitchLine>
      <SwitchLine label={ownTrackTexts.radio}>
        <RadioSwitch track={track} />
      </SwitchLine>
      {ownTrackActs(track).map(({ act, label, icon, isDangerous = false }) => (
        <ActionRow key={act} icon={<Icon of={icon} />} isDangerous={isDangerous} onPress={() => onAct(act)}>
          {label}
        </ActionRow>
      ))}
    </>
  );
}

function SwitchLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" minHeight="52px" px="12px">
      <Box aria-hidden>{label}</Box>
      {children}
    </Flex>
  );
}

interface OwnTrackSheetProps {
  track: TrackView;
  act: OwnTrackAct;
  onClose: () => void;
}

export function OwnTrackSheet({ track, act, onClose }: OwnTrackSheetProps) {
  const acts = useTrackActs(track);
  switch (act) {
    case 'rename':
      return (
        <Sheet asks="plain" title={ownTrackTexts.rename} onClose={onClose}>
          <Box p={{ base: '0 20px 20px', lg: '0 28px 28px' }}>
            <RenameField
              title={track.title}
              onCancel={onClose}
              onSave={(title) => {
                onClose();
                toastOnError(acts.rename(title));
              }}
            />
          </Box>
        </Sheet>
      );
    case 'numbers':
      return <TrackNumbers track={track} onClose={onClose} />;
    case 'delete':
      return (
        <Confirm
          title={ownTrackTexts.deleteTrack(track.title || trackWords.untitled)}
          verb={ownTrackTexts.delete}
          variant="dangerSolid"
          onCancel={onClose}
          onConfirm={() => {
            onClose();
            toastOnError(acts.remove());
          }}
        >
          {ownTrackTexts.deleteTrackText}
        </Confirm>
      );
  }
}
