import { fromMoves, type Side } from '@fifteen/domain';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { chooseLanguage, startI18n } from '@/lib/i18n/i18n.ts';
import { announceMove } from './announceMove.ts';

const nameOf = (side: Side) => (side === 'X' ? 'Mina' : 'Lyra');
const X_WINS = [1, 2, 6, 7, 11];

/** Returns what is announced after the last of these moves. */
function announced(moves: readonly number[], own: Side | null): string {
  useAnnouncer.setState({ polite: '', assertive: '' });
  announceMove(fromMoves(moves), { nameOf, own });
  const { polite, assertive } = useAnnouncer.getState();
  return polite + assertive;
}

beforeAll(startI18n);
afterEach(() => chooseLanguage('en'));

describe('a move', () => {
  it('of the player is announced in the second person', () => {
    expect(announced([7], 'X')).toBe('You played X on 7. Cell 8 is open. Lyra to move');
    expect(announced(X_WINS, 'X')).toBe('You won. Three in column 1: 1-6-11');
  });

  it('of another player is announced by their name', () => {
    expect(announced([7, 9], 'X')).toBe('Lyra played O on 9. Your turn');
    expect(announced([7, 9], null)).toBe('Lyra played O on 9. Mina to move');
    expect(announced(X_WINS, 'O')).toBe('Mina won. Three in column 1: 1-6-11');
  });

  it('of the player is a whole sentence in other languages too', async () => {
    await chooseLanguage('es');
    expect(announced([7], 'X')).toMatch(/^Has puesto X en la 7\./);
    expect(announced(X_WINS, 'X')).toMatch(/^Has ganado\./);
  });
});
