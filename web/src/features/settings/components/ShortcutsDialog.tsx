import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { Section } from './Section.tsx';

type Key = 'cell' | 'rules' | 'sound' | 'help' | 'arrows' | 'ends' | 'place' | 'close' | 'step' | 'jump';
/** What a shortcut is called in the texts, and its keys; a key is the same in every language. */
type Shortcut = readonly [name: Key, keys: readonly string[]];

const singleKeyShortcuts: readonly Shortcut[] = [
  ['cell', ['1', '…', '15']],
  ['rules', ['R']],
  ['sound', ['M']],
  ['help', ['?']],
];
const board: readonly Shortcut[] = [
  ['arrows', ['←', '↑', '↓', '→']],
  ['ends', ['Home', 'End']],
  ['place', ['Enter']],
  ['close', ['Esc']],
];
const review: readonly Shortcut[] = [
  ['step', ['←', '→']],
  ['jump', ['Home', 'End']],
];

/** Lists what the keys do where, and switches off those that assistive technologies may press by accident (adr 39). */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  const { shortcuts, set } = usePreferences();
  return (
    <Dialog open onClose={hide} title={t('settings.shortcuts')}>
      <div className="grid gap-6">
        <div className="grid gap-3">
          <Switch
            label={t('shortcuts.single')}
            hint={t('shortcuts.singleText')}
            checked={shortcuts}
            onChange={(on) => set({ shortcuts: on })}
          />
          {shortcuts && <Keys of={singleKeyShortcuts} />}
        </div>
        <Section title={t('shortcuts.board')}>
          <Keys of={board} />
        </Section>
        <Section title={t('shortcuts.review')}>
          <Keys of={review} />
        </Section>
      </div>
    </Dialog>
  );
}

function Keys({ of }: { of: readonly Shortcut[] }) {
  const { t } = useTranslation();
  return (
    <dl className="grid gap-2.5">
      {of.map(([name, keys]) => (
        <div key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <dt>{t(`shortcuts.${name}`)}</dt>
          <dd dir="ltr" className="flex gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="numeral min-w-8 rounded-control border border-line bg-raised px-2 py-1 text-center text-14"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
