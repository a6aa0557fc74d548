import type { User } from '@fifteen/contract';
import { SELECTABLE_BORDERS } from '@fifteen/domain';
import { Lock } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { cx } from '@/components/ui/cx.ts';
import { equipBorder } from '../api.ts';

type Border = (typeof SELECTABLE_BORDERS)[number] | 'none' | 'automatic';
const borders: readonly Border[] = ['automatic', ...SELECTABLE_BORDERS, 'none'];

/**
 * Selects the own border: automatic, that of an unlocked achievement, or none (docs/spec/around-play.md#around-4.1).
 */
export function BorderPicker({ user, unlocked }: { user: User; unlocked: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const name = useId();
  const [chosen, setChosen] = useState<Border>();
  const selected = chosen ?? user.chosenAchievementBorder ?? 'automatic';

  const newest = useRef<Border>(undefined);
  const requests = useRef(Promise.resolve());

  async function equip(border: Border): Promise<void> {
    if (newest.current !== border) return;
    try {
      await equipBorder(border === 'none' ? null : border);
    } catch {
      toast({ title: t('achievements.border.failed'), tone: 'error' });
    }
    if (newest.current === border) setChosen(undefined);
  }

  // The radio buttons stay enabled during a request, because a disabled one loses the focus. The arrow keys choose each
  // border on their way: of those chosen during a request, the last one is sent after it.
  function choose(border: Border): void {
    setChosen(border);
    newest.current = border;
    requests.current = requests.current.then(() => equip(border));
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mbe-3 font-display text-16 font-semibold">{t('achievements.border.title')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2">
        {borders.map((border) => {
          const open = border === 'none' || border === 'automatic' || unlocked.has(border);
          return (
            <label
              key={border}
              className={cx(
                'relative grid min-w-0 justify-items-center gap-2 rounded-control border px-1 py-3 text-center text-13 leading-tight wrap-anywhere',
                'transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                border === selected ? 'border-accent bg-raised font-semibold' : 'border-(--border-subtle)',
                open ? 'hover:border-line' : 'text-muted',
              )}
            >
              <input
                type="radio"
                name={name}
                value={border}
                checked={border === selected}
                disabled={!open}
                onChange={() => choose(border)}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-default"
              />
              <Avatar
                name={user.displayName}
                src={user.profileImageUrl}
                size={40}
                border={border === 'automatic' ? null : border}
              />
              <span>{t(`achievements.border.${border}`)}</span>
              {!open && (
                <span className="flex flex-wrap items-center justify-center gap-1">
                  <Lock aria-hidden size={12} />
                  {t('achievements.locked')}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
