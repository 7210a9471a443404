import { X } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import { REPORT_DETAILS_MAX } from '../../../sync/model/rules.ts';
import { lengthOf } from '../../platform/characters.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { toastOutcome } from '../../engine/toast-outcome.ts';
import { texts } from '../../platform/texts.ts';
import { useAct } from '../../engine/use-act.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { safetyTexts } from './safety-texts.ts';
import { useBlock } from './use-block.ts';

type Report = ActionPayload<'report.send'>;
const reasons: readonly Report['reason'][] = [
  'spam',
  'harassment',
  'hate',
  'impersonation',
  'not_their_recording',
  'other',
];

interface ReportSheetProps {
  subject: Report['subject'];
  subjectId: string;
  name: string;
  /** 32 px wide. */
  picture: ReactNode;
  person: { id: string; name: string };
  onClose: () => void;
  onBlocked: () => void;
}

/** The form of a report. The report is queued, and so works offline (S-49). */
export function ReportSheet({ subject, subjectId, name, picture, person, onClose, onBlocked }: ReportSheetProps) {
  const scope = useScope();
  const isBlocked = useLive(scope.blocks).some(({ personId }) => personId === person.id);
  const [reason, setReason] = useState<Report['reason'] | null>(null);
  const [details, setDetails] = useState('');
  const [alsoBlocks, setAlsoBlocks] = useState(false);
  const { run } = useAct('report.send', {
    refused: ({ message }) => ({ title: safetyTexts.notSent, text: message }),
  });
  const { block } = useBlock(person.id, person.name);
  const length = lengthOf(details);

  async function send(chosen: Report['reason']) {
    const id = await run({ subject, subject_id: subjectId, reason: chosen, details: details.trim() });
    // An error was shown; keep the text.
    if (id === null) return;
    toastOutcome(scope, id, { done: safetyTexts.sent, later: safetyTexts.sentLater });
    const hasBlocked = alsoBlocks && (await block());
    onClose();
    if (hasBlocked) onBlocked();
  }

  return (
    <Sheet title={safetyTexts.report} onClose={onClose}>
      <styled.form
        display="flex"
        flexDirection="column"
        p={{ base: '12px 20px 16px', lg: '20px 28px 28px' }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== null && length <= REPORT_DETAILS_MAX) void send(reason);
        }}
      >
        <Flex align="center" justify="space-between">
          <Box aria-hidden textStyle="h1">
            {safetyTexts.report}
          </Box>
          <IconButton label={texts.close} mr="-12px" onClick={onClose}>
            <Icon of={X} size={22} />
          </IconButton>
        </Flex>
        <Flex align="center" gap="10px" pb="10px" borderBottom="1px solid" borderColor="border" color="fg.muted">
          <Box width="32px" flex="none">
            {picture}
          </Box>
          <Box minWidth="0" overflowWrap="anywhere">
            {safetyTexts.about(name)}
          </Box>
        </Flex>
        <Reasons chosen={reason} onChoose={setReason} />
        <Field
          label={safetyTexts.details}
          aside={
            <Box as="span" {...(length > REPORT_DETAILS_MAX ? { color: 'red.fg' } : {})}>
              {safetyTexts.counter(length, REPORT_DETAILS_MAX)}
            </Box>
          }
        >
          {({ id }) => (
            <TextArea
              id={id}
              value={details}
              aria-invalid={length > REPORT_DETAILS_MAX}
              onChange={(event) => setDetails(event.currentTarget.value)}
              height="76px"
              py="12px"
              lineHeight="1.4"
              resize="vertical"
            />
          )}
        </Field>
        {!isBlocked && (
          <Box mt="8px">
            <Checkbox label={safetyTexts.alsoBlock(person.name)} checked={alsoBlocks} onChange={setAlsoBlocks} />
          </Box>
        )}
        <Flex
          gap="8px"
          mt="8px"
          position="sticky"
          bottom="0"
          bg="bg.panel"
          py="8px"
          // The rows scroll under the buttons.
          zIndex="1"
        >
          <Button variant="outline" size="lg" flex="1" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" size="lg" flex="1.5" disabled={reason === null || length > REPORT_DETAILS_MAX}>
            {safetyTexts.send}
          </Button>
        </Flex>
      </styled.form>
    </Sheet>
  );
}

function Reasons({
  chosen,
  onChoose,
}: {
  chosen: Report['reason'] | null;
  onChoose: (reason: Report['reason']) => void;
}) {
  const name = useId();
  return (
    <Box role="radiogroup" aria-label={safetyTexts.reason} my="8px">
      {reasons.map((reason) => (
        <styled.label
          key={reason}
          display="flex"
          alignItems="center"
          gap="14px"
          minHeight="48px"
          fontSize="16px"
          fontWeight={reason === chosen ? 600 : 400}
          cursor="pointer"
          position="relative"
          _focusWithin={{ '& [data-ring]': { outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' } }}
        >
          <styled.input
            type="radio"
            name={name}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
            position="absolute"
            inset="0"
            width="100%"
            height="100%"
            opacity="0"
            cursor="pointer"
          />
          <Box
            data-ring
            width="22px"
            height="22px"
            borderRadius="full"
            flex="none"
            border={reason === chosen ? '7px solid' : '1.5px solid'}
            borderColor={reason === chosen ? 'fg' : 'border.emphasized'}
          />
          {safetyTexts.reasons[reason]}
        </styled.label>
      ))}
    </Box>
  );
}
