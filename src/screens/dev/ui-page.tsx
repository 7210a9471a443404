import { Clock, Ellipsis, Pencil, Trash2, TriangleAlert } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Avatar, Cover } from '../../design/art.tsx';
import { Badge, CountBadge } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Carousel } from '../../design/carousel.tsx';
import { Countdown } from '../../design/countdown.tsx';
import { Confirm, Dialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledButton } from '../../design/disabled-button.ts';
import { LinkButton } from '../../design/link-button.tsx';
import { List, ListRow, PersonRow } from '../../design/list-row.tsx';
import { Medal } from '../../design/medal.tsx';
import { Menu } from '../../design/menu.tsx';
import { MissingPart } from '../../design/missing-part.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Panel } from '../../design/panel.tsx';
import { Segment } from '../../design/segment.tsx';
import { Select } from '../../design/select.tsx';
import { Skeleton, SkeletonCover } from '../../design/skeleton.tsx';
import { Slider } from '../../design/slider.tsx';
import { Switch } from '../../design/switch.tsx';
import { Stat, StatCells, Stats } from '../../design/stat.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { WindowedList } from '../../design/windowed-list.tsx';

const people = Array.from({ length: 10_000 }, (_, i) => `Person ${i + 1}`);
const cards = people.slice(0, 12);
const countdownEnd = Date.now() + 11_520_000;
const noop = () => undefined;

/** A gallery of the design components, only on the dev server. */
export function UiPage() {
  return (
    <Box as="main">
      <Page title="Pieces" width="normal">
        <Section title="Buttons and links">
          <Row>
            {(['solid', 'outline', 'quiet', 'plain', 'danger', 'dangerSolid', 'zap'] as const).map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
            <Button busy="Sending">Send</Button>
            <Button disabled>Disabled</Button>
            {(['locked', 'off', 'done'] as const).map((variant) => (
              <Button key={variant} {...disabledButton(variant, 'Not now')}>
                {variant}
              </Button>
            ))}
            <LinkButton variant="outline" to="/explore">
              LinkButton
            </LinkButton>
            <IconButton label="More">
              <Icon of={Ellipsis} />
            </IconButton>
          </Row>
        </Section>
        <Section title="Fields">
          <Fields />
        </Section>
        <Section title="Words about a state">
          <Stack>
            <Notice
              kind="waiting"
              icon={Clock}
              title="2 waiting to send"
              actions={<Button variant="quiet">Retry</Button>}
            >
              <Box textStyle="small" color="fg.subtle">
                Saved on this device.
              </Box>
            </Notice>
            <Notice kind="attention" icon={TriangleAlert} title="1 could not be sent" />
            <FailedState title="Profile Loading Error" text="The server did not send it." onRetry={noop} />
            <Panel>
              <MissingPart place="block" failure="missing" isBusy={false} onRetry={noop} />
            </Panel>
            <EmptyState title="No tracks found" text="Try another word.">
              <Button>Clear search</Button>
            </EmptyState>
          </Stack>
        </Section>
        <Section title="Figures">
          <Stack>
            <Stats>
              <Stat value={12} label="tracks" />
              <Stat value={48_201} label="plays" />
              <Stat value={48} label="ZAPs" color="zap.fg" />
            </Stats>
            <StatCells
              cells={[
                { value: '7', label: 'ZAPs today' },
                { value: '7/10', label: 'plays today' },
                { value: '12', label: 'day streak' },
              ]}
            />
            <Row>
              <Badge>Private</Badge>
              <Badge variant="waiting">Waiting</Badge>
              <Badge variant="zap">BONUS</Badge>
              <Badge variant="new">NEW</Badge>
              <CountBadge count={3} label="unread messages" />
              <CountBadge count={12} label="requests" />
              {[1, 2, 3, 4].map((rank) => (
                <Medal key={rank} rank={rank} />
              ))}
              <Countdown to={countdownEnd} format={(left) => `Resets in ${left}`} />
            </Row>
          </Stack>
        </Section>
        <Box mt="28px">
          <Carousel title="Carousel" items={cards} keyOf={(name) => name}>
            {(name) => (
              <>
                <Cover src={null} coverSeed="a" px={200} />
                <Box textStyle="title" mt="8px" truncate>
                  {name}
                </Box>
              </>
            )}
          </Carousel>
        </Box>
        <Section title="Tabs, menu, dialogs">
          <Overlays />
        </Section>
        <Section title="Rows">
          <List>
            <ListRow
              lead={
                <Box width="52px" flex="none">
                  <Cover src={null} coverSeed="b" px={52} />
                </Box>
              }
              title="Copper Wire Lullaby"
              meta="Private, only you can see this"
              trailing={<Badge>Private</Badge>}
            />
            <PersonRow
              name="Nadia Oru"
              avatarSrc={null}
              meta="Connected since March"
              trailing={<Button size="sm">Message</Button>}
            />
          </List>
        </Section>
        <Section title="Coming">
          <Row>
            <Box width="160px">
              <SkeletonCover />
              <Skeleton height="20px" width="70%" mt="9px" />
            </Box>
            <Skeleton width="72px" height="72px" borderRadius="full" />
            <Avatar name="Nadia Oru" src={null} size="xl" />
          </Row>
        </Section>
        <Section title="Ten thousand people">
          <WindowedList label="Ten thousand people" items={people} keyOf={(name) => name} rowHeight={64}>
            {(name) => (
              <Box py="8px" minHeight="64px">
                {name}
              </Box>
            )}
          </WindowedList>
        </Section>
      </Page>
    </Box>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Flex gap="12px" wrap="wrap" align="center">
      {children}
    </Flex>
  );
}

function Stack({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" gap="16px">
      {children}
    </Flex>
  );
}

const sorts = [
  { value: 'votes', label: 'Votes' },
  { value: 'plays', label: 'Plays' },
] as const;

function Fields() {
  const [genre, setGenre] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1);
  const [sort, setSort] = useState<'votes' | 'plays'>('votes');
  const [isOn, setOn] = useState(true);
  return (
    <Box maxWidth="420px">
      <Stack>
        <Field label="Title" aside="0/60">
          {({ id }) => <Input id={id} />}
        </Field>
        <Field label="Link" error="Use an address of instagram.com">
          {({ id, describedBy, invalid }) => (
            <Input id={id} aria-describedby={describedBy} aria-invalid={invalid} defaultValue="copper-wire.wav" />
          )}
        </Field>
        <Select label="Genre" none="Genre" value={genre} options={['House', 'Techno', 'Dub']} onChange={setGenre} />
        <Slider label="Zoom" min={1} max={4} step={0.1} value={zoom} valueText={`${zoom} times`} onChange={setZoom} />
        <Segment label="Sort by" value={sort} choices={sorts} onChange={setSort} />
        <Flex gap="16px">
          <Switch label="Public" isOn={isOn} onChange={setOn} />
          <Switch label="Waiting" isOn={isOn} isWaiting onChange={setOn} />
          <Switch label="Radio" isOn={false} disabledReason="Not now" onChange={setOn} />
        </Flex>
      </Stack>
    </Box>
  );
}

function Overlays() {
  const [tab, setTab] = useState<'votes' | 'plays'>('votes');
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      <Tabs
        label="Order"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'votes', label: 'Votes', content: 'By votes' },
          { value: 'plays', label: 'Plays', content: 'By plays' },
        ]}
      />
      <Row>
        <Menu
          trigger={<Button variant="outline">Menu</Button>}
          items={[
            { label: 'Rename', icon: Pencil, onSelect: noop },
            { label: 'Delete', icon: Trash2, isDangerous: true, onSelect: noop },
          ]}
        />
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
      </Row>
      {open === 'dialog' && (
        <Dialog title="Share this track?" onClose={close} actions={<Button onClick={close}>Done</Button>}>
          This track will be shown publicly in your profile.
        </Dialog>
      )}
      {open === 'confirm' && (
        <Confirm title="Block Saltmarsh Sound?" verb="Block" variant="dangerSolid" onConfirm={close} onCancel={close}>
          They are not told. Undo it in Profile Settings.
        </Confirm>
      )}
    </Stack>
  );
}
