import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { SIDE_CHOICES, type SideChoice, usePreferences } from '@/lib/state/preferences.ts';
import { useLocalGame } from '../model/store.ts';

/** Which side the user takes. Another side is another game. */
export function SideSetting() {
  const { t } = useTranslation();
  const { side, set } = usePreferences();
  const start = useLocalGame((store) => store.start);
  const discardFor = useLocalGame((store) => store.discardFor);

  function choose(next: SideChoice): void {
    discardFor(() => {
      set({ side: next });
      start('ai');
    });
  }

  const label = (choice: SideChoice) =>
    choice === 'turns' ? (
      t('localGame.side.turns')
    ) : (
      <>
        <PieceIcon side={choice} className="size-4" />
        <span className="sr-only">{choice}</span>
      </>
    );

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden className="px-1 text-14 text-muted">
        {t('localGame.side.legend')}
      </span>
      <SegmentedControl
        legend={t('localGame.side.legend')}
        options={SIDE_CHOICES.map((choice) => ({ value: choice, label: label(choice) }))}
        value={side}
        onChange={choose}
        className="min-w-[min(12rem,100%)] flex-1"
      />
    </div>
  );
}
