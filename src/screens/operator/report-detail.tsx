import { ChevronDown, ChevronUp } from 'lucide';
import { useState } from 'react';
import { operatorReport, type QueueRow, type ReportDetail } from '../../../sync/model/operator/reports.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { Button } from '../../design/button.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { durationInWords, minutesAndSeconds, momentOf, monthAndYear } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { operatorTexts, reasonText } from './operator-texts.ts';
import { ReportedSound } from './reported-sound.tsx';
import { ReportedTexts } from './reported-texts.tsx';
import { titleOf } from './row-parts.tsx';
import type { Decisions } from './use-decisions.ts';

interface ReportDetailPanelProps {
  row: QueueRow;
  isOffline: boolean;
  decisions: Decisions;
  onSettled: () => void;
}

export function ReportDetailPanel({ row, ...rest }: ReportDetailPanelProps) {
  const read = useRemote(operatorReport(row.subject, row.subject_id));
  const detail = read.kind === 'here' ? read.value : null;
  return (
    <>
      {read.kind === 'loading' && <Skeleton height="120px" borderRadius="field" />}
      {read.kind === 'failed' && (
        <FailedState title={operatorTexts.detailFailed} isBusy={read.isAsking} onRetry={read.retry} />
      )}
      {detail && (
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 260px' }}
          gap="16px 24px"
          mb="16px"
        >
          <Flex direction="column" gap="12px" minWidth="0">
            {detail.track?.audio_url && (
              <ReportedSound trackId={row.subject_id} title={titleOf(row)} stored={detail.track.audio_url} />
            )}
            {detail.messages.length > 0 && <Messages messages={detail.messages} />}
            <ReportedTexts track={detail.track} releases={detail.releases} />
            <Said reports={detail.reports} />
          </Flex>
          <PersonRecord row={row} detail={detail} />
        </Box>
      )}
      <DecisionForm row={row} {...rest} />
    </>
  );
}

function Said({ reports }: Pick<ReportDetail, 'reports'>) {
  const [isAll, setAll] = useState(false);
  const rest = reports.length - 1;
  return (
    <>
      {(isAll ? reports : reports.slice(0, 1)).map((report) => (
        <OneReport key={report.id} report={report} />
      ))}
      {rest > 0 && (
        <Button
          variant="plain"
          size="sm"
          alignSelf="flex-start"
          ms="-14px"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {operatorTexts.more(rest)}
          <Icon of={isAll ? ChevronUp : ChevronDown} size={16} />
        </Button>
      )}
    </>
  );
}

function OneReport({ report }: { report: ReportDetail['reports'][number] }) {
  const now = useNow(60_000);
  return (
    <Box as="blockquote" bg="bg.inset" borderRadius="field" p="12px 14px" overflowWrap="anywhere">
      <Box dir="auto" mb="8px" {...(report.details === '' ? { color: 'fg.muted' } : {})}>
        {report.details === '' ? operatorTexts.wroteNothing : operatorTexts.quoted(report.details)}
      </Box>
      <Box textStyle="meta" color="fg.muted">
        <bdi>{report.name ?? operatorTexts.anonymous}</bdi>, {reasonText(report.reason)},{' '}
        {texts.ago(durationInWords(now - Date.parse(report.at)))}
      </Box>
    </Box>
  );
}

function Messages({ messages }: Pick<ReportDetail, 'messages'>) {
  return (
    <styled.ol aria-label={operatorTexts.messages} listStyleType="none" display="flex" flexDirection="column" gap="8px">
      {messages.map((message) => (
        <Box
          as="li"
          key={message.id}
          maxWidth="90%"
          alignSelf={message.is_theirs ? 'flex-start' : 'flex-end'}
          bg="bg.muted"
          borderRadius="panel"
          p="10px 14px"
          overflowWrap="anywhere"
          {...(message.is_reported ? { boxShadow: 'inset 0 0 0 1.5px {colors.red.fg}' } : {})}
        >
          <Box dir="auto" whiteSpace="pre-wrap">
            {message.content}
          </Box>
          <Box textStyle="small" color="fg.muted">
            {message.is_theirs ? operatorTexts.theirs : operatorTexts.others}, {momentOf(message.at)}
            {message.is_reported && `, ${operatorTexts.reported}`}
          </Box>
        </Box>
      ))}
    </styled.ol>
  );
}

function PersonRecord({ row, detail }: { row: QueueRow; detail: ReportDetail }) {
  const { record } = operatorTexts;
  const { person, track } = detail;
  const lines: readonly (readonly [string, string])[] = [
    [record.tracks(person.tracks, person.plays), record.since(monthAndYear(person.since))],
    [record.reports(person.reports), record.dismissed(person.dismissed)],
    [record.hidden(person.hidden), person.is_silenced ? record.nowSilenced : record.silenced(person.silenced)],
  ];
  return (
    <Box textStyle="meta" minWidth="0">
      <Box color="fg.muted" mb="8px">
        {record.title}
      </Box>
      <Box mb="8px" overflowWrap="anywhere">
        <PersonLink userId={row.person_id}>{row.person_name ?? operatorTexts.unknown}</PersonLink>
        {track && (
          <>
            {', '}
            <TrackLink trackId={row.subject_id}>{row.excerpt}</TrackLink> ({minutesAndSeconds(track.duration_ms / 1000)}
            )
          </>
        )}
      </Box>
      <styled.ul listStyleType="none" display="flex" flexDirection="column" gap="8px">
        {lines.map(([what, more]) => (
          <Flex as="li" key={what} justify="space-between" gap="12px">
            <span>{what}</span>
            <Box as="span" color="fg.muted" textAlign="end">
              {more}
            </Box>
          </Flex>
        ))}
      </styled.ul>
    </Box>
  );
}
