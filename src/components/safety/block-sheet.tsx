import { Ban, EyeOff, type IconNode, MessageCircleOff, Repeat2, UserX } from 'lucide';
import { Avatar } from '../../design/art.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { safetyTexts } from './safety-texts.ts';
import { useBlock } from './use-block.ts';

export interface PersonSummary {
  id: string;
  name: string;
  avatarSrc: string | null;
}

const facts: readonly (readonly [IconNode, string])[] = [
  [EyeOff, safetyTexts.unseen],
  [UserX, safetyTexts.ends],
  [MessageCircleOff, safetyTexts.silent],
  [Repeat2, safetyTexts.shared],
];

interface BlockSheetProps {
  person: PersonSummary;
  onClose: () => void;
  onBlocked: () => void;
}

/** Asks before a block, which hides two people from each other (S-47). */
export function BlockSheet({ person, onClose, onBlocked }: BlockSheetProps) {
  const { block } = useBlock(person.id, person.name);
  const confirm = async () => {
    const isBlocked = await block();
    onClose();
    if (isBlocked) onBlocked();
  };
  return (
    <Confirm
      title={safetyTexts.ask(person.name)}
      picture={<Avatar name={person.name} src={person.avatarSrc} size={52} />}
      verb={safetyTexts.block}
      icon={<Icon of={Ban} size={18} />}
      variant="dangerSolid"
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <Flex as="ul" direction="column" gap="14px" color="fg" fontSize="15px" listStyleType="none">
        {facts.map(([icon, fact]) => (
          <Flex as="li" key={fact} gap="12px" align="center">
            <Box color="fg.muted" flex="none">
              <Icon of={icon} size={18} />
            </Box>
            {fact}
          </Flex>
        ))}
      </Flex>
      <Box mt="16px">{safetyTexts.untold}</Box>
    </Confirm>
  );
}
