import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { afterPaint } from '@/lib/afterPaint.ts';
import { useCloseOnClear } from '@/lib/state/screen.ts';
import { useCloseRequest } from './useCloseRequest.ts';
import styles from './Menu.module.css';

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  /** Opened by a key before Radix was loaded: the first item gets the focus. */
  byKey?: boolean;
  /** Direction of the page, for arrow keys and alignment. */
  dir: 'ltr' | 'rtl';
}

const focusFirst = (menu: HTMLElement | null) =>
  menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });

/**
 * A menu with its button, rendered in the landmark of the button. Radix's positioning has 20 KiB: import its users
 * lazily.
 */
export function Menu({ trigger, children, defaultOpen = false, byKey = false, dir }: MenuProps) {
  const [unseen, setUnseen] = useState(byKey);
  const [open, setOpen] = useState(defaultOpen);
  useCloseOnClear(useCallback(() => setOpen(false), []));
  function changeOpen(next: boolean): void {
    setUnseen(false);
    // The press is seen before the menu, whose items take a slow phone several frames.
    if (next) afterPaint(() => setOpen(true));
    else setOpen(false);
  }
  useCloseRequest(open);
  return (
    <Radix.Root dir={dir} modal={false} open={open} onOpenChange={changeOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        ref={unseen ? focusFirst : undefined}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className={styles.menu}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon: ReactNode;
  label: string;
  /** The current value, at the end of the row. */
  value?: string;
  disabled?: boolean;
  onSelect: () => void;
}

export function MenuItem({ icon, label, value, disabled = false, onSelect }: MenuItemProps) {
  return (
    <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
      <span className="text-muted [&>svg]:size-5">{icon}</span>
      <span className="flex-1">{label}</span>
      {value && <span className="text-14 text-muted">{value}</span>}
    </Radix.Item>
  );
}

export const MenuSeparator = () => <Radix.Separator className="mx-3 my-1 h-px bg-(--border-subtle)" />;
