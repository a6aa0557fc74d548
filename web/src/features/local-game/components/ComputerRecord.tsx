import { AI_DIFFICULTIES } from '@fifteen/contract/constants';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { startComputerRecord, useComputerRecord } from '../model/record.ts';

/** Wins, losses and draws against the computer on this device, by level; nothing before the first game has ended. */
export function ComputerRecord() {
  const { t } = useTranslation();
  const format = useFormat();
  const { record } = useComputerRecord();
  // Counted from here, because this chunk comes after the board.
  useEffect(startComputerRecord, []);
  const played = AI_DIFFICULTIES.flatMap((level) => {
    const tally = record[level];
    return tally ? [{ level, tally }] : [];
  });
  if (played.length === 0) return null;
  return (
    <div className="mbs-4 border-bs border-(--hair) pbs-3">
      <h3 className="text-13 text-muted">{t('localGame.record')}</h3>
      <dl className="mbs-2 grid grid-cols-4 gap-2">
        {played.map(({ level, tally }) => (
          <div key={level} className="flex min-w-0 flex-col-reverse">
            <dt className="text-13 text-muted">{t(`home.difficulty.${level}`)}</dt>
            <dd dir="ltr" className="numeral text-16 font-semibold rtl:text-right">
              {tally.map((count) => format.short(count)).join('–')}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
