import type { IconNode } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Panel } from './panel.tsx';
import { Box } from './styled.tsx';

interface NoticeProps extends Pick<ComponentProps<typeof Panel>, 'as' | 'role'> {
  /** `waiting`: not urgent, such as content queued on this device. */
  kind: 'waiting' | 'attention';
  icon?: IconNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function Notice({ kind, icon, title, children, actions, ...rest }: NoticeProps) {
  return (
    <Panel edge={kind} display="flex" flexWrap="wrap" alignItems="center" gap="8px 12px" {...rest}>
      {icon && (
        <Box color={kind === 'attention' ? 'orange.fg' : 'fg.muted'} alignSelf="flex-start" pt="2px">
          <Icon of={icon} />
        </Box>
      )}
      <Box flex="1 1 180px" minWidth="0" overflowWrap="anywhere">
        {/* Clip a letter with a hundred combining marks, which cannot wrap. */}
        <Box textStyle="title" overflowX="clip">
          {title}
        </Box>
        {children}
      </Box>
      {actions}
    </Panel>
  );
}
