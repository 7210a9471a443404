import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useBottomBars } from '../../platform/bottom-bars.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import type { SyncClient } from '../../../sync/client.ts';
import { Button } from '../../design/button.tsx';
import { Field, PasswordInput } from '../../design/field.tsx';
import { fromLeft, fromRight, overEdges } from '../../design/edges.ts';
import { Logo } from '../../design/drawn-lines.tsx';
import { Strata } from '../../design/strata.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { gateTexts } from './beta-gate-texts.ts';

interface PasscodeProps {
  unlock: SyncClient['beta']['unlock'];
  /** The code in an invitation's link, with which the field is filled. */
  code?: string;
  onUnlocked: () => void;
  /** Opens the form for the code from an earlier mail. That form needs no passcode. */
  onEnterCode?: (() => void) | undefined;
}

/** Asks for the beta passcode, which opens /auth for this browser session (S-2). `radio` is null while prerendering. */
export function BetaGatePage({ radio, ...passcode }: PasscodeProps & { radio: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useBottomBars(panel);
  return (
    <Box
      display="grid"
      minHeight="100dvh"
      gridTemplateColumns={{ base: '1fr', lg: '1fr 460px' }}
      gridTemplateRows={{ base: '1fr auto', lg: '1fr' }}
      as="main"
    >
      <Flex
        direction="column"
        p={{ base: 'max(22px, env(safe-area-inset-top)) 20px 0', lg: '40px 56px' }}
        overflow="hidden"
        minHeight="0"
      >
        <Flex align="center">
          <Logo size={40} />
          <Box flex="1" />
          <Box
            fontWeight="600"
            fontSize="12px"
            lineHeight="1"
            color="fg.muted"
            border="1px solid"
            borderColor="border.emphasized"
            borderRadius="4px"
            p="4px 6px"
          >
            BETA
          </Box>
        </Flex>
        <styled.h1
          fontFamily="display"
          fontWeight="900"
          fontSize={{ base: 'min(57px, 14.6vw)', lg: 'min(112px, 8.6vw)' }}
          lineHeight=".86"
          letterSpacing="-.05em"
          mt={{ base: '22px', lg: '40px' }}
          ml="-2px"
          aria-label="Undercurrent"
        >
          UNDER
          <br />
          CURRENT
        </styled.h1>
        <Box
          color="fg.muted"
          mt="14px"
          fontSize={{ base: '16px', lg: '19px' }}
          maxWidth={{ base: '300px', lg: '380px' }}
        >
          {gateTexts.promise}
        </Box>
        <Box mx={{ base: '-20px', lg: '-56px' }} my="auto" py="20px" color="air.solid">
          <Strata height={210} lines={13} width={390} />
        </Box>
      </Flex>
      <Flex
        ref={panel}
        // A long song title must not widen the page.
        minWidth="0"
        ml={{ base: overEdges.ml, lg: '0' }}
        mr={overEdges.mr}
        bg="bg.panel"
        borderTopRadius={{ base: 'sheet', lg: '0' }}
        direction="column"
        justify="center"
        pt={{ base: '20px', lg: '48px' }}
        pb={{ base: 'max(24px, env(safe-area-inset-bottom))', lg: '48px' }}
        pl={{ base: fromLeft('20px'), lg: '48px' }}
        pr={{ base: fromRight('20px'), lg: '48px' }}
      >
        <Box minHeight="56px">{radio}</Box>
        <Box height="1px" bg="border" my="18px" />
        <PasscodeForm {...passcode} />
      </Flex>
    </Box>
  );
}

function PasscodeForm({ unlock, code, onUnlocked, onEnterCode }: PasscodeProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();
  useEffect(() => {
    if (code && input.current) input.current.value = code;
  }, [code]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    // A password manager may have filled the field without an event.
    const passcode = input.current?.value.trim() ?? '';
    if (passcode === '') {
      setError(gateTexts.required);
      input.current?.focus();
      return;
    }
    setError(null);
    setBusy(true);
    const outcome = await unlock(passcode).finally(() => setBusy(false));
    if (outcome.kind === 'unlocked') return onUnlocked();
    if (outcome.kind === 'wrong') {
      if (input.current) input.current.value = '';
      toast({ kind: 'error', ...gateTexts.wrong, id: formId });
    } else if (outcome.kind === 'rate-limited') {
      toast({ kind: 'warning', ...gateTexts.tooMany, id: formId });
    } else {
      toast({ kind: 'error', title: gateTexts.failed, text: outcome.message, id: formId });
    }
    input.current?.focus();
  }

  return (
    <form onSubmit={(event) => toastOnError(submit(event))} noValidate>
      <Field label={gateTexts.passcode} error={error}>
        {({ id, describedBy, invalid }) => (
          <PasswordInput
            ref={input}
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            spread
            name="passcode"
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" size="lg" width="100%" mt="12px" busy={isBusy ? gateTexts.unlocking : null}>
        {gateTexts.unlock}
      </Button>
      {onEnterCode && (
        <Flex justify="center" mt="6px">
          <Button variant="plain" onClick={onEnterCode}>
            {gateTexts.enterCode}
          </Button>
        </Flex>
      )}
    </form>
  );
}
