import { CENTRE, columnOf, type Position, rowOf } from '@fifteen/domain';
import { t } from 'i18next';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BoardProps } from '@/components/board/Board.tsx';
import { announce } from '@/lib/a11y/announcer.ts';
import { usePreferences } from '@/lib/state/preferences.ts';

type Game = Pick<BoardProps, 'board' | 'playable' | 'onMove'>;

/**
 * Holds a move back until its cell is pressed a second time, where the player has chosen so. Another cell, another move,
 * another game and Escape take the choice back. A press that cannot be a move goes through at once: the game says why it
 * is none.
 */
export function useConfirmedMove({ board, playable, onMove }: Game, gameId: string | undefined) {
  const confirms = usePreferences((store) => store.confirmMove);
  const [chosen, setChosen] = useState<Position | null>(null);
  const count = Object.keys(board).length;
  const state = `${gameId} ${count}`;
  const [lastState, setLastState] = useState(state);
  if (lastState !== state) {
    setLastState(state);
    setChosen(null);
  }

  useEffect(() => {
    if (chosen === null) return undefined;
    // An Escape that closes a panel above the board is over with that.
    const cancel = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && setChosen(null);
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [chosen]);

  function press(position: Position): void {
    const isMove = playable && !board[position] && (count > 0 || position !== CENTRE);
    const holds = confirms && isMove && position !== chosen;
    setChosen(holds ? position : null);
    if (!holds) return onMove(position);
    const cell = t('board.cell', { position, row: rowOf(position), column: columnOf(position) });
    announce([cell, t('board.chosen')].join(t('common.comma')));
  }

  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  return {
    chosen: playable ? chosen : null,
    /** Always the same function: another one would render all cells with each move. */
    press: useCallback((position: Position) => latest.current(position), []),
  };
}
