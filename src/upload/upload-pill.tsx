import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide';
import type { UploadRecord } from '../../sync/client.ts';
import { LinkButton } from '../design/link-button.tsx';
import { Icon } from '../design/icon.tsx';
import { ProgressLine } from '../design/progress-line.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { useProgressOf } from './upload-progress.ts';

const RING = 16;
const AROUND = 2 * Math.PI * RING;

export function UploadPill({ underWay }: { underWay: readonly UploadRecord[] }) {
  const uploads = underWay.map(useProgressOf());
  const total = uploads.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  const sent = uploads.reduce((sum, { share, totalBytes }) => sum + share * totalBytes, 0);
  const share = total > 0 ? sent / total : 0;
  const percent = Math.floor(share * 100);
  const name = `Uploading, ${percent} %`;
  return (
    <>
      <Box hideBelow="lg" mr="-18px">
        <LinkButton variant="outline" size="sm" to="/upload" aria-label={name}>
          <Icon of={Upload} size={18} />
          <Box width="44px" color="fg">
            <ProgressLine seed={underWay[0]?.trackId ?? ''} share={share} width={44} height={14} half={3.1} isPlain />
          </Box>
          <Box fontVariantNumeric="tabular-nums">{percent}%</Box>
        </LinkButton>
      </Box>
      <Box hideFrom="lg" flex="none">
        <Link to="/upload" aria-label={name}>
          <Flex align="center" justify="center" width="36px" height="36px" position="relative">
            <Icon of={Upload} size={16} />
            <styled.svg
              position="absolute"
              inset="0"
              width="36px"
              height="36px"
              viewBox="0 0 36 36"
              fill="none"
              transform="rotate(-90deg)"
              aria-hidden="true"
            >
              <styled.circle cx="18" cy="18" r={RING} stroke="border.emphasized" strokeWidth="1.5" />
              <circle
                cx="18"
                cy="18"
                r={RING}
                stroke="currentColor"
                strokeWidth="2"
                strokeDasharray={`${AROUND * share} ${AROUND}`}
              />
            </styled.svg>
          </Flex>
        </Link>
      </Box>
    </>
  );
}
