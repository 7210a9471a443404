import type { ReportDetail } from '../../../sync/model/operator/reports.ts';
import { Box } from '../../design/styled.tsx';
import { operatorTexts } from './operator-texts.ts';

/** What the reported person wrote about the track and about its release, or about all their releases. */
export function ReportedTexts({ track, releases }: Pick<ReportDetail, 'track' | 'releases'>) {
  const { written } = operatorTexts;
  const parts = [
    { key: 'description', title: written.description, text: track?.description ?? '' },
    { key: 'lyrics', title: written.lyrics, text: track?.lyrics ?? '' },
    ...releases.map(({ id, title, notes }) => ({ key: id, title: written.release(title), text: notes })),
  ].filter(({ key, text }) => text !== '' || releases.some(({ id }) => id === key));
  return (
    <>
      {parts.map(({ key, title, text }) => (
        <Box key={key} overflowWrap="anywhere">
          <Box textStyle="meta" color="fg.muted">
            {title}
          </Box>
          {text !== '' && (
            <Box
              dir="auto"
              whiteSpace="pre-wrap"
              maxHeight="240px"
              overflowY="auto"
              tabIndex={0}
              aria-label={title}
              role="region"
            >
              {text}
            </Box>
          )}
        </Box>
      ))}
    </>
  );
}
