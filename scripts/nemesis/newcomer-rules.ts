import { AI_WIN_AWARD } from '@fifteen/domain';
import type { Evidence } from './evidence.ts';
import type { Outcome } from './history.ts';

/** Rules of what newcomers do: they win awards, register, write and block. */
export const newcomerRules = {
  'an award is paid once': (evidence: Evidence) => {
    const paid = evidence.transfers('ai_win');
    const keyOf = ({ user, game }: { user: string; game: string }): string => `ai:${user}:${game}`;
    const wrong = evidence.entries('award').flatMap((award) => {
      const times = paid.filter(({ key }) => key === keyOf(award)).length;
      return isPossible(award.outcome, times)
        ? []
        : [`the award of ${award.game} was ${award.outcome}, and is there ${times} times`];
    });
    const won = new Map(evidence.entries('award').map((award) => [keyOf(award), `u:${award.user}`]));
    const undue = paid.filter(
      ({ key, credit, amount }) => won.get(key) !== credit || amount !== AI_WIN_AWARD,
    );
    return [...wrong, ...undue.map(({ key, amount }) => `no player has won ${key}, ${amount} coins`)];
  },

  'a registered account keeps its names': (evidence: Evidence) => {
    const accounts = new Map(evidence.snapshot.accounts.map((account) => [account.user, account]));
    const registered = evidence.entries('registered').flatMap(({ user, name }) => {
      const account = accounts.get(user);
      return account?.username === name && !account.isGuest ? [] : [`${user} is not registered as ${name}`];
    });
    const named = evidence.entries('named').flatMap(({ user, name }) => {
      const shown = accounts.get(user)?.displayName;
      return shown === name ? [] : [`${user} is shown as ${shown} instead of ${name}`];
    });
    return [...registered, ...named];
  },

  'a message is stored once': (evidence: Evidence) =>
    evidence.entries('chat').flatMap(({ user, text, outcome }) => {
      const { messages } = evidence.snapshot;
      const times = messages.filter((message) => message.user === user && message.text === text).length;
      return isPossible(outcome, times) ? [] : [`“${text}” was ${outcome}, and is there ${times} times`];
    }),

  'a block stays': (evidence: Evidence) =>
    evidence
      .entries('blocked')
      .flatMap(({ user, other }) =>
        evidence.snapshot.blocks.some((block) => block.user === user && block.other === other)
          ? []
          : [`${user} does not block ${other}`],
      ),
};

/** Returns whether something with this outcome may have happened so many times. */
const isPossible = (outcome: Outcome, times: number): boolean =>
  outcome === 'ok' ? times === 1 : outcome === 'rejected' ? times === 0 : times <= 1;
