import { Ban, Ellipsis, Flag, Link as LinkSign, type IconNode, UserRound, UserX } from 'lucide';
import { Fragment, useState } from 'react';
import { copyLink } from '../../engine/copy-link.ts';
import { monthAndYear } from '../../platform/format.ts';
import { useScope } from '../../engine/live.ts';
import { usePartner } from '../../engine/use-partner.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Avatar } from '../../design/art.tsx';
import { IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { connectionTexts } from './connection-texts.ts';
import { useConnection, useConnectionActs } from './use-connection.ts';

type Item = MenuItem & { icon: IconNode; startsGroup?: boolean };

interface Person {
  id: string;
  name: string;
  avatarSrc: string | null;
}

interface PersonMoreProps {
  personId: string;
  atEdge?: boolean;
  onPlay: (personId: string) => void;
  onReport: (person: Person) => void;
  onBlock: (person: Person) => void;
}

export function PersonMore(props: PersonMoreProps) {
  const { userId } = useScope();
  return userId === null || userId === props.personId ? null : <More {...props} />;
}

function More(props: PersonMoreProps) {
  const { personId } = props;
  const { name: loadedName, avatarSrc } = usePartner(personId);
  const isDesktop = useIsDesktop();
  const [shown, setShown] = useState<'none' | 'sheet' | 'confirmation'>('none');
  const person = { id: personId, name: loadedName || connectionTexts.nameless, avatarSrc };
  const isConnected = useConnection(personId)?.status === 'accepted';
  const items = itemsOf(person, props, isConnected ? () => setShown('confirmation') : null);
  const close = () => setShown('none');
  const button = (
    <IconButton
      label={connectionTexts.more(person.name)}
      color="fg.muted"
      {...(props.atEdge ? { mr: '-12px' } : {})}
      {...(isDesktop ? {} : { onClick: () => setShown('sheet') })}
    >
      <Icon of={Ellipsis} />
    </IconButton>
  );
  return (
    <>
      {isDesktop ? <Menu trigger={button} items={items} /> : button}
      {shown === 'sheet' && <MoreSheet person={person} items={items} onClose={close} />}
      {shown === 'confirmation' && <DisconnectConfirm person={person} onClose={close} />}
    </>
  );
}

function itemsOf(
  person: Person,
  { onPlay, onReport, onBlock }: PersonMoreProps,
  onDisconnect: (() => void) | null,
): readonly Item[] {
  const { id, name } = person;
  return [
    { label: connectionTexts.play(name), icon: UserRound, onSelect: () => onPlay(id) },
    { label: connectionTexts.copyLink, icon: LinkSign, onSelect: () => void copyLink(`/profile/${id}`) },
    ...(onDisconnect ? [{ label: connectionTexts.disconnect, icon: UserX, onSelect: onDisconnect }] : []),
    { label: connectionTexts.report, icon: Flag, startsGroup: true, onSelect: () => onReport(person) },
    { label: connectionTexts.block, icon: Ban, isDangerous: true, onSelect: () => onBlock(person) },
  ];
}

interface MoreSheetProps {
  person: Person;
  items: readonly Item[];
  onClose: () => void;
}

function MoreSheet({ person: { id, name, avatarSrc }, items, onClose }: MoreSheetProps) {
  const connection = useConnection(id);
  return (
    <Sheet title={name} onClose={onClose}>
      <Flex gap="14px" align="center" p="14px 20px 10px">
        <Avatar name={name} src={avatarSrc} size={52} />
        <Box minWidth="0">
          <Box textStyle="title" truncate>
            {name}
          </Box>
          {connection?.status === 'accepted' && (
            <Box textStyle="meta" color="fg.muted">
              {connectionTexts.since(monthAndYear(connection.updatedAt))}
            </Box>
          )}
        </Box>
      </Flex>
      <Box p="0 8px 16px">
        {items.map(({ label, icon, startsGroup, isDangerous, onSelect }) => (
          <Fragment key={label}>
            {startsGroup && <Box mx="12px" my="4px" borderTop="1px solid" borderColor="border" />}
            <ActionRow
              icon={<Icon of={icon} />}
              isDangerous={isDangerous ?? false}
              onPress={() => {
                onClose();
                onSelect();
              }}
            >
              {label}
            </ActionRow>
          </Fragment>
        ))}
      </Box>
    </Sheet>
  );
}

function DisconnectConfirm({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { disconnect } = useConnectionActs(id);
  return (
    <Confirm
      title={connectionTexts.disconnectAsk(name)}
      verb={connectionTexts.disconnect}
      variant="dangerSolid"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void disconnect();
      }}
    >
      {connectionTexts.disconnectText}
    </Confirm>
  );
}
