import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';

interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Name of the tab list for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Panels of which one is visible; arrow keys change the tab. Includes Radix, as dialogs do. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, className }: TabsProps<Value>) {
  const { i18n } = useTranslation();
  return (
    <Radix.Root
      dir={i18n.dir()}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={cx('grid min-h-0 grid-cols-1 gap-4', className)}
    >
      <Radix.List
        aria-label={label}
        // Equal widths if they suffice; a longer name takes more, and tabs wrap where there is no room.
        className="flex flex-wrap gap-1 rounded-control bg-(--track) p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'flex min-h-11 min-w-min flex-[1_1_0] items-center justify-center gap-2 rounded-[7px] px-2 text-center font-body text-14 leading-tight',
              'text-muted transition-colors duration-150 hover:text-text',
              'data-[state=active]:bg-raised data-[state=active]:font-semibold data-[state=active]:text-text data-[state=active]:ring-1 data-[state=active]:ring-(--border-subtle)',
              'forced-colors:data-[state=active]:outline-2 forced-colors:data-[state=active]:outline-[Highlight]',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="min-h-0">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
