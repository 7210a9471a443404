import { useState } from 'react';
import { toastOnError } from '../../engine/call-failure.ts';
import { useIsOffline } from '../../engine/live.ts';
import { spendTexts } from '../../components/zaps/spend-texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Button } from '../../design/button.tsx';
import { Field } from '../../design/field.tsx';
import { Section } from '../../design/page.tsx';
import { Select } from '../../design/select.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { debugTexts } from './debug-texts.ts';
import { Figures } from './figures.tsx';
import { useTestTracks } from './use-test-tracks.ts';
import { type TestAction, useZapDispatch, type ZapResponse } from './use-zap-dispatch.ts';

const actions: readonly TestAction[] = ['play', 'rate', 'upload', 'claim'];

export function SendAction() {
  const tracks = useTestTracks();
  const isOffline = useIsOffline();
  const dispatch = useZapDispatch();
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState<TestAction | null>(null);
  const [response, setResponse] = useState<ZapResponse | null>(null);
  const options = tracks.map(({ id, title, artist_name: artist }) => ({
    id,
    name: `${title || trackWords.untitled}, ${artist || trackWords.unknownArtist}`,
  }));
  const track = options.find(({ name }) => name === chosen) ?? options[0];

  const send = async (type: TestAction) => {
    if (!track) return;
    setBusy(type);
    try {
      setResponse(await dispatch(type, track.id));
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      <Section title={debugTexts.send}>
        {track ? (
          <Field label={debugTexts.track}>
            {(field) => (
              <Select
                id={field.id}
                value={track.name}
                options={[...new Set(options.map(({ name }) => name))]}
                onChange={setChosen}
              />
            )}
          </Field>
        ) : (
          <Box color="fg.muted">{debugTexts.noTracks}</Box>
        )}
        <Box display="grid" gridTemplateColumns="1fr 1fr" gap="8px" mt="12px">
          {actions.map((type) => (
            <Button
              key={type}
              variant="outline"
              disabled={isOffline || !track}
              busy={busy === type ? debugTexts.sending : null}
              onClick={() => toastOnError(send(type))}
            >
              {debugTexts.test(type)}
            </Button>
          ))}
        </Box>
        {isOffline && (
          <Box role="status" textStyle="meta" color="fg.muted" mt="8px">
            {spendTexts.needsNetwork}
          </Box>
        )}
      </Section>
      <Section
        title={debugTexts.lastAnswer}
        aside={
          response && (
            <Box textStyle="meta" color="fg.subtle">
              {debugTexts.ms(response.ms)}
            </Box>
          )
        }
      >
        <Box role="status">
          {response ? (
            <Figures
              rows={[
                ['call', response.call],
                ['success', String(response.success)],
                ['zaps_earned', String(response.zapsEarned)],
                ['message', response.message],
              ]}
            />
          ) : (
            <Flex p="14px" bg="bg.inset" borderRadius="panel" textStyle="meta" color="fg.muted">
              {debugTexts.noAnswer}
            </Flex>
          )}
        </Box>
      </Section>
    </>
  );
}
