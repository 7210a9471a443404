import { CloudOff, X } from 'lucide';
import { useState } from 'react';
import { operatorSettings, restrictWord } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { operatorTexts } from './operator-texts.ts';
import { TextField } from './text-field.tsx';

const words = operatorTexts.words;
const SHOWN = 8;

export function RestrictedWords({ isOffline }: { isOffline: boolean }) {
  const settings = useRemote(operatorSettings);
  const { state, run } = useRemoteAct(restrictWord);
  const [word, setWord] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isAll, setAll] = useState(false);
  const list = settings.kind === 'here' ? settings.value.words : [];

  async function add(text: string) {
    const outcome = await run({ word: text, isRestricted: true });
    setError(outcome.kind === 'refused' ? outcome.words.text : null);
    if (outcome.kind === 'done') setWord('');
  }
  async function remove(text: string) {
    const outcome = await run({ word: text, isRestricted: false });
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    toast({
      kind: 'success',
      title: words.removed(text),
      duration: 10_000,
      action: { label: operatorTexts.undo, run: () => toastOnError(add(text)) },
    });
  }

  return (
    <Section
      title={words.title}
      aside={
        <Box textStyle="meta" color="fg.muted">
          {settings.kind === 'here' && list.length.toLocaleString('en')}
        </Box>
      }
    >
      {settings.kind === 'here' && list.length === 0 && <Box color="fg.muted">{words.none}</Box>}
      <Flex wrap="wrap" gap="8px" align="center" mb="12px">
        <styled.ul display="contents" listStyleType="none">
          {(isAll ? list : list.slice(0, SHOWN)).map((each) => (
            <Word key={each} word={each} isOffline={isOffline} onRemove={() => toastOnError(remove(each))} />
          ))}
        </styled.ul>
        {list.length > SHOWN && (
          <Button variant="plain" size="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? words.showFewer : words.showAll}
          </Button>
        )}
      </Flex>
      <styled.form
        noValidate
        display="flex"
        gap="8px"
        alignItems="flex-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOffline && state.kind !== 'busy' && word.trim() !== '') toastOnError(add(word.trim()));
        }}
      >
        <Box flex="1" minWidth="0">
          <TextField label={words.field} error={error} value={word} autoCapitalize="none" onChange={setWord} />
        </Box>
        <Button
          type="submit"
          variant="quiet"
          mt="27px"
          busy={state.kind === 'busy' ? words.adding : null}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { disabled: word.trim() === '' })}
        >
          {isOffline && <Icon of={CloudOff} size={18} />}
          {words.add}
        </Button>
      </styled.form>
    </Section>
  );
}

function Word({ word, isOffline, onRemove }: { word: string; isOffline: boolean; onRemove: () => void }) {
  return (
    <Flex
      as="li"
      data-item={word}
      align="center"
      bg="bg.muted"
      borderRadius="full"
      pl="14px"
      fontSize="14px"
      minHeight="36px"
      maxWidth="100%"
    >
      <Box dir="auto" overflowWrap="anywhere" minWidth="0">
        {word}
      </Box>
      <styled.button
        type="button"
        aria-label={words.remove(word)}
        width="36px"
        height="36px"
        display="flex"
        alignItems="center"
        justifyContent="center"
        flex="none"
        cursor="pointer"
        position="relative"
        _after={{ content: '""', position: 'absolute', inset: '-4px' }}
        {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { onClick: onRemove })}
      >
        <Icon of={X} size={16} />
      </styled.button>
    </Flex>
  );
}
