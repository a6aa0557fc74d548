import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';

/** The keys of each shortcut; a key is the same in every language. */
const shortcuts = [
  ['cell', ['1', '…', '15']],
  ['arrows', ['←', '↑', '↓', '→']],
  ['place', ['Enter']],
  ['rules', ['R']],
  ['sound', ['M']],
  ['help', ['?']],
] as const;

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  return (
    <Dialog open onClose={hide} title={t('shortcuts.title')} description={t('shortcuts.off')}>
      <dl className="grid gap-3">
        {shortcuts.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{t(`shortcuts.${name}`)}</dt>
            <dd dir="ltr" className="flex shrink-0 gap-1">
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
    </Dialog>
  );
}
