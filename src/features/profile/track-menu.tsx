import { Box, Flex } from '@chakra-ui/react';
import { ChartNoAxesColumn, Ellipsis, type IconNode, Pencil, Trash2 } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useIsDesktop } from '../../lib/viewport.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { profileTexts } from './profile-texts.ts';

interface TrackMenuProps {
  title: string;
  /** The switches, which on phones stand in the sheet. */
  radio: ReactNode;
  visibility: ReactNode;
  onRename: () => void;
  /** Null while the server does not have the track. */
  onNumbers: (() => void) | null;
  onDelete: () => void;
}

/** What else can be done with an own track: a menu on desktop, on phones a sheet with the switches. */
export function TrackMenu({ title, radio, visibility, onRename, onNumbers, onDelete }: TrackMenuProps) {
  const isDesktop = useIsDesktop();
  const [isOpen, setOpen] = useState(false);
  const items: readonly { label: string; icon: IconNode; isDangerous?: boolean; onSelect: () => void }[] = [
    { label: profileTexts.rename, icon: Pencil, onSelect: onRename },
    ...(onNumbers ? [{ label: profileTexts.numbers.verb, icon: ChartNoAxesColumn, onSelect: onNumbers }] : []),
    { label: profileTexts.delete, icon: Trash2, isDangerous: true, onSelect: onDelete },
  ];
  const button = (
    <IconButton
      label={profileTexts.menuOf(title)}
      color="fg.muted"
      {...(isDesktop ? {} : { onClick: () => setOpen(true), mr: '-12px' })}
    >
      <Icon of={Ellipsis} />
    </IconButton>
  );
  if (isDesktop) return <Menu trigger={button} items={items} />;
  return (
    <>
      {button}
      {/* It goes at once, for a question may take its place. */}
      {isOpen && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <Box p="8px 20px 20px">
            <Box textStyle="title" overflowWrap="anywhere" overflowX="clip" pb="8px">
              {title}
            </Box>
            <SwitchLine words={profileTexts.public}>{visibility}</SwitchLine>
            <SwitchLine words={profileTexts.radio}>{radio}</SwitchLine>
            {items.map(({ label, icon, isDangerous, onSelect }) => (
              <Button
                key={label}
                look="plain"
                size="lg"
                width="100%"
                justifyContent="flex-start"
                px="0"
                gap="16px"
                fontWeight="500"
                color={isDangerous ? 'red.fg' : 'fg'}
                onClick={() => {
                  setOpen(false);
                  onSelect();
                }}
              >
                <Icon of={icon} />
                {label}
              </Button>
            ))}
          </Box>
        </Sheet>
      )}
    </>
  );
}

function SwitchLine({ words, children }: { words: string; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" minHeight="52px" fontSize="16px">
      <Box aria-hidden>{words}</Box>
      {children}
    </Flex>
  );
}
