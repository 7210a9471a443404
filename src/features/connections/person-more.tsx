import { Box, Flex } from '@chakra-ui/react';
import { Ellipsis, Link as LinkSign, type LucideIcon, UserRound, UserX } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../sync/client.ts';
import { copyLink } from '../../lib/copy-link.ts';
import { monthOfYear } from '../../lib/format.ts';
import { usePartner } from '../../lib/use-partner.ts';
import { useIsDesktop } from '../../lib/viewport.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Avatar } from '../../ui/art.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { connectionTexts } from './connection-texts.ts';
import { useConnection, useConnectionActs } from './use-connection.ts';

interface PersonMoreProps {
  personId: string;
  /** Plays what they made. */
  onPlay: (personId: string) => void;
}

/** What else can be done about somebody connected: a sheet, on desktop a menu. Nothing about anybody else. */
export function PersonMore({ personId, onPlay }: PersonMoreProps) {
  const connection = useConnection(personId);
  return connection?.status === 'accepted' ? <More connection={connection} onPlay={onPlay} /> : null;
}

function More({ connection, onPlay }: { connection: ConnectionView; onPlay: (personId: string) => void }) {
  const { partnerId, updatedAt } = connection;
  const { disconnect } = useConnectionActs(partnerId);
  const { name: known, avatarSrc } = usePartner(partnerId);
  const name = known || connectionTexts.nameless;
  const isDesktop = useIsDesktop();
  const [shown, setShown] = useState<'nothing' | 'sheet' | 'question'>('nothing');
  const items: readonly { label: string; icon: LucideIcon; onSelect: () => void }[] = [
    { label: connectionTexts.play(name), icon: UserRound, onSelect: () => onPlay(partnerId) },
    { label: connectionTexts.copyLink, icon: LinkSign, onSelect: () => void copyLink(`/profile/${partnerId}`) },
    { label: connectionTexts.disconnect, icon: UserX, onSelect: () => setShown('question') },
  ];
  const button = (
    <IconButton
      label={connectionTexts.more(name)}
      color="fg.muted"
      {...(isDesktop ? {} : { onClick: () => setShown('sheet') })}
    >
      <Icon of={Ellipsis} />
    </IconButton>
  );
  return (
    <>
      {isDesktop ? <Menu trigger={button} items={items} /> : button}
      {shown === 'sheet' && (
        <Sheet open title={name} onClose={() => setShown('nothing')}>
          <Flex gap="14px" align="center" p="14px 20px 10px">
            <Avatar name={name} src={avatarSrc} size={52} />
            <Box minWidth="0">
              <Box textStyle="title" truncate>
                <bdi>{name}</bdi>
              </Box>
              <Box textStyle="meta" color="fg.muted">
                {connectionTexts.since(monthOfYear(updatedAt))}
              </Box>
            </Box>
          </Flex>
          <Box p="0 8px 16px">
            {items.map(({ label, icon, onSelect }) => (
              <ActionRow
                key={label}
                icon={<Icon of={icon} />}
                onPress={() => {
                  setShown('nothing');
                  onSelect();
                }}
              >
                {label}
              </ActionRow>
            ))}
          </Box>
        </Sheet>
      )}
      {shown === 'question' && (
        <Confirm
          title={connectionTexts.disconnectAsk(name)}
          verb={connectionTexts.disconnect}
          look="dangerSolid"
          onCancel={() => setShown('nothing')}
          onConfirm={() => {
            setShown('nothing');
            void disconnect();
          }}
        >
          {connectionTexts.disconnectText}
        </Confirm>
      )}
    </>
  );
}
