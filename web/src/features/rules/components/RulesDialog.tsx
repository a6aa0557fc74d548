import type { BoardRecord, Line, Position, Side } from '@fifteen/domain';
import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { diagonals } from '@/components/board/geometry.ts';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';

interface Rule {
  key: 'place' | 'lock' | 'edge' | 'middle' | 'column' | 'diagonal' | 'sealed';
  x: Position[];
  o?: Position[];
  wins?: boolean;
  lines?: readonly Line[];
  locked?: Position;
  crossedOut?: Position[];
}

/** Each rule with the smallest board that shows it. */
const rules: Rule[] = [
  { key: 'place', x: [7, 4], o: [12] },
  { key: 'lock', x: [], locked: 8 },
  { key: 'edge', x: [1, 2, 3, 4], wins: true },
  { key: 'middle', x: [6, 7, 8, 9, 10], wins: true },
  { key: 'column', x: [5, 10, 15], wins: true },
  { key: 'diagonal', x: [1, 7, 13], lines: diagonals },
  { key: 'sealed', x: [3, 9, 15], crossedOut: [3, 9, 15] },
];

function boardOf({ x, o = [] }: Rule): BoardRecord {
  const entries: [Position, Side][] = [
    ...x.map((p): [Position, Side] => [p, 'X']),
    ...o.map((p): [Position, Side] => [p, 'O']),
  ];
  return Object.fromEntries(entries);
}

export function RulesDialog() {
  const { t } = useTranslation();
  const { show, hide } = useOverlay();
  return (
    <Dialog
      open
      reading
      wide
      onClose={hide}
      title={t('rules.title')}
      description={t('rules.short')}
      footer={
        <>
          <Button onClick={() => show('tutorial')}>
            <GraduationCap aria-hidden size={18} />
            {t('rules.learn')}
          </Button>
          <Button variant="primary" data-autofocus onClick={hide}>
            {t('rules.done')}
          </Button>
        </>
      }
    >
      <ul className="grid gap-x-6 gap-y-5 tablet:grid-cols-2">
        {rules.map((rule) => (
          <li key={rule.key} className="grid grid-cols-[112px_1fr] items-center gap-4">
            <MiniBoard
              board={boardOf(rule)}
              winning={rule.wins ? rule.x : null}
              lines={rule.lines}
              locked={rule.locked}
              crossedOut={rule.crossedOut}
            />
            <div>
              <h3 className="text-14 font-semibold">{t(`rules.${rule.key}.title`)}</h3>
              <p className="text-14 text-muted">{t(`rules.${rule.key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
