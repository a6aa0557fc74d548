import { Bell, Palette, Trophy } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { BetChoice } from '@/components/ui/BetChoice.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { CopyButton } from '@/components/ui/CopyButton.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { FormAlert } from '@/components/ui/FormAlert.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/Menu.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { Page } from '@/components/ui/Page.tsx';
import { PanelBoundary } from '@/components/ui/PanelBoundary.tsx';
import { ProgressBar } from '@/components/ui/ProgressBar.tsx';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { Slider } from '@/components/ui/Slider.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { StatTiles } from '@/components/ui/StatTiles.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { SystemShare } from '@/components/ui/SystemShare.tsx';
import { Tabs } from '@/components/ui/Tabs.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { toast } from '@/lib/toast.ts';
import { VirtualList } from '@/components/ui/VirtualList.tsx';
import { LinkButton } from '@/components/ui/LinkButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import styles from './Gallery.module.css';

interface WithStateProps<Value> {
  from: Value;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}

/** Holds the state of a controlled component. */
function WithState<Value>({ from, children }: WithStateProps<Value>) {
  const [value, setValue] = useState(from);
  return children(value, setValue);
}

/** Content that cannot be rendered. */
function BrokenContent(): ReactNode {
  throw new Error('This content is a sample of what cannot be rendered');
}

const tones = ['info', 'ok', 'error', 'coins'] as const;
const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;

/**
 * A sample of every part in src/components/ui, by the name of its file; gallery.test.tsx checks that none is missing.
 */
export const samples: Readonly<Record<string, ComponentType>> = {
  Avatar: () => (
    <div className={styles.row}>
      <Avatar name="Ada" size={64} />
      <Avatar name="Ada" size={64} glow />
      <Avatar name="Ada" size={64} src="/icon.svg" />
    </div>
  ),
  Badge: () => <Badge>Level 7</Badge>,
  BetChoice: () => (
    <WithState from={1000}>
      {(value, onChange) => (
        <BetChoice
          bets={[0, 1000, 5000]}
          coins={1200}
          value={value}
          onChange={onChange}
          nameOf={(bet) => (bet ? `${bet}` : 'Free')}
          stakeOf={(bet) => `${bet} coins`}
        />
      )}
    </WithState>
  ),
  Button: () => (
    <div className={styles.row}>
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button variant="primary" size="lg">
        large
      </Button>
      <Button size="icon" aria-label="icon">
        <Bell aria-hidden size={18} />
      </Button>
      <Button busy>busy</Button>
      <Button disabled>disabled</Button>
    </div>
  ),
  Card: () => <Card>A card</Card>,
  CardHead: () => (
    <CardHead icon={Trophy} id="card-head" title="Title">
      What it is about
    </CardHead>
  ),
  CopyButton: () => (
    <div className={styles.row}>
      <CopyButton text="text" label="Copy" done="Copied" />
      <CopyButton text="text" label="Copy" done="Copied" bare />
    </div>
  ),
  Dialog: () => (
    <WithState from={false}>
      {(open, set) => (
        <>
          <Button onClick={() => set(true)}>Open</Button>
          <Dialog
            open={open}
            onClose={() => set(false)}
            title="Title"
            description="What it is about"
            footer={<Button onClick={() => set(false)}>Done</Button>}
          >
            Content
          </Dialog>
        </>
      )}
    </WithState>
  ),
  AvatarButton: () => <AvatarButton name="Ada" size={64} onProfile={() => undefined} />,
  FormAlert: () => (
    <>
      <FormAlert tone="error" title="Title" text="What went wrong" />
      <FormAlert tone="ok" text="What went well" />
    </>
  ),
  Loading: () => <Loading />,
  Menu: () => (
    <Menu dir="ltr" trigger={<Button>Open</Button>}>
      <MenuItem icon={<Palette />} label="Theme" value="Classic" onSelect={() => undefined} />
      <MenuSeparator />
      <MenuItem icon={<Bell />} label="Another" onSelect={() => undefined} />
    </Menu>
  ),
  Notice: () => (
    <Notice title="Title" text="What there is to know">
      <Button>Act</Button>
    </Notice>
  ),
  Page: () => (
    <Page title="Title" back={{ to: '/', label: 'Back' }}>
      Content
    </Page>
  ),
  PanelBoundary: () => (
    <PanelBoundary>
      <BrokenContent />
    </PanelBoundary>
  ),
  ProgressBar: () => (
    <>
      <ProgressBar label="done" value={0.4} />
      <ProgressBar label="done" value={0.9} tone="warn" />
    </>
  ),
  SegmentedControl: () => (
    <WithState from="one">
      {(value, onChange) => (
        <SegmentedControl
          legend="Which"
          value={value}
          onChange={onChange}
          options={['one', 'two', 'three'].map((each) => ({ value: each, label: each }))}
        />
      )}
    </WithState>
  ),
  Slider: () => (
    <WithState from={70}>
      {(value, onChange) => (
        <Slider label="Volume" hint="What it does" value={value} text={`${value} %`} onChange={onChange} />
      )}
    </WithState>
  ),
  Spinner: () => <Spinner className="size-6 text-accent" />,
  StatTiles: () => (
    <StatTiles
      stats={[
        ['Wins', '30'],
        ['Losses', '10'],
        ['Win rate', '75%'],
      ]}
    />
  ),
  Switch: () => (
    <WithState from={true}>
      {(checked, onChange) => (
        <Switch label="Sound" hint="What it does" checked={checked} onChange={onChange} />
      )}
    </WithState>
  ),
  SystemShare: () => <SystemShare text="text" url="https://example.org" />,
  Tabs: () => (
    <WithState from="one">
      {(value, onChange) => (
        <Tabs
          label="Tabs"
          value={value}
          onChange={onChange}
          tabs={['one', 'two'].map((each) => ({ value: each, label: each, panel: `Panel ${each}` }))}
        />
      )}
    </WithState>
  ),
  TextField: () => (
    <>
      <TextField label="Name" hint="What it is for" />
      <TextField label="Name" error="What is wrong with it" defaultValue="Ada" />
    </>
  ),
  Toaster: () => (
    <div className={styles.row}>
      {tones.map((tone) => (
        <Button key={tone} onClick={() => toast({ title: tone, description: 'What happened', tone })}>
          {tone}
        </Button>
      ))}
    </div>
  ),
  VirtualList: () => (
    <VirtualList
      label="Ten thousand"
      items={Array.from({ length: 10_000 }, (_, index) => `Row ${index + 1}`)}
      keyOf={(item) => item}
      rowHeight={40}
      row={(item) => item}
      className={styles.list}
    />
  ),
  LinkButton: () => <LinkButton to="/">Onwards</LinkButton>,
  Name: () => (
    <p className="grid w-40">
      <Name name="Maximiliane of Hohenlohe" />
    </p>
  ),
};
