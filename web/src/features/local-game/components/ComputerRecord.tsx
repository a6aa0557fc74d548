import { DIFFICULTIES } from '@fifteen/domain';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { isolate } from '@/lib/i18n/isolate.ts';
import { startComputerRecord, useComputerRecord } from '../model/record.ts';

/** The record against the computer on this device, by level; hidden before the first finished game. */
export function ComputerRecord() {
  const { t } = useTranslation();
  const format = useFormat();
  const { record } = useComputerRecord();
  // Counting starts here, because this chunk is loaded after the board.
  useEffect(startComputerRecord, []);
  const played = DIFFICULTIES.flatMap((level) => {
    const tally = record[level];
    return tally ? [{ level, tally }] : [];
  });
  if (played.length === 0) return null;
  return (
    <div className="mbs-4">
      <h3 className="font-display text-14 font-semibold">{t('localGame.record.title')}</h3>
      <p className="text-13 text-muted">{t('localGame.record.text')}</p>
      <dl className="mbs-2 grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2">
        {played.map(({ level, tally }) => (
          <div key={level} className="flex min-w-0 flex-col-reverse">
            <dt className="text-13 text-muted">{t(`home.difficulty.${level}`)}</dt>
            <dd className="numeral text-14 font-semibold">
              {tally.map((count) => isolate(format.short(count))).join('–')}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
