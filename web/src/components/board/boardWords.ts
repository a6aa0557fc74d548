import { columnOf, linesThrough, type Position, POSITIONS, rowOf } from '@fifteen/domain';
import { t } from 'i18next';
import { useTranslation } from 'react-i18next';
import { forEachLanguage } from '@/lib/i18n/numbers.ts';

/** What the cells of a board are called: translating it with each move took a quarter of rendering that move. */
export interface BoardWords {
  /** Names of the cells, by position: "Cell 7, row 2 column 2". */
  cells: Readonly<Partial<Record<Position, string>>>;
  /** Lines through each cell. */
  lines: Readonly<Partial<Record<Position, string>>>;
  empty: string;
  locked: string;
  chosen: string;
  lastMove: string;
  winning: string;
  comma: string;
}

/** Formats cells as "2-7-12", isolated from right-to-left text, which would reverse them. */
export function cellsText(positions: readonly Position[]): string {
  const text = positions.join('-');
  return document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text;
}

const wordsOf = forEachLanguage((): BoardWords => {
  const comma = t('common.comma');
  const cells: BoardWords['cells'] = Object.fromEntries(
    POSITIONS.map((position) => [
      position,
      t('board.cell', { position, row: rowOf(position), column: columnOf(position) }),
    ]),
  );
  const lines: BoardWords['lines'] = Object.fromEntries(
    POSITIONS.map((position) => {
      const through = linesThrough(position);
      const cellsOf = through.map(({ positions }) => cellsText(positions)).join(comma);
      return [position, t('board.lines', { count: through.length, lines: cellsOf })];
    }),
  );
  return {
    ...{ cells, lines, comma },
    empty: t('board.empty'),
    locked: t('board.locked'),
    chosen: t('board.chosen'),
    lastMove: t('board.lastMove'),
    winning: t('board.winning'),
  };
});

/** Returns the words in the current language; the same object until the language changes. */
export const useBoardWords = (): BoardWords => wordsOf(useTranslation().i18n.language);
