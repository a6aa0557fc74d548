import type { Reward } from '@fifteen/contract';
import i18next, { t } from 'i18next';
import { celebrate } from '@/components/game-view/confetti.ts';
import { isText, loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import { useGameRewards } from './gameRewards.ts';

/** Time to read the names of two items; milliseconds. */
const TOAST_MS = 8_000;

/** Rewards that were celebrated: the response to a claim and the message to all tabs bring the same one. */
const celebrated = new Set<string>();

function nameOf({ kind, id, name, glyph }: Reward['items'][number]): string {
  if (glyph !== undefined) return glyph;
  const key = `shop.${kind}.${id}.name`;
  return isText(key) ? t(key) : name;
}

/**
 * Announces a new reward, and fetches what it has changed: a frame in the result of a game, all else in a notice. Only the
 * tutorial has confetti: a game has its own.
 * @param gameId the game whose result is shown or about to be; null without one
 */
export async function celebrateReward(reward: Reward, gameId: string | null): Promise<void> {
  const key = `${reward.id} ${reward.earnedAt}`;
  if (celebrated.has(key)) return;
  celebrated.add(key);
  for (const queryKey of [['rewards'], ['shop'], ['emojis']])
    void queryClient.invalidateQueries({ queryKey });
  await loadLaterTexts();
  const frames = reward.items.filter(({ kind }) => kind === 'frame');
  if (gameId !== null && frames.length === reward.items.length) {
    // A notice would cover the counter, to which the coins fly meanwhile.
    useGameRewards.setState({ gameId, frames: frames.map((one) => ({ id: one.id, name: nameOf(one) })) });
    return;
  }
  const names = new Intl.ListFormat(i18next.language).format(reward.items.map(nameOf));
  play('coin');
  toast({
    title: t('rewards.earned.title', { items: names }),
    description: t('rewards.earned.text'),
    tone: 'coins',
    ms: TOAST_MS,
  });
  if (reward.id === 'tutorial') celebrate();
}
