/** What a final rank comes to (around-play 2). */
export type Tier = 'champion' | 'second' | 'third' | 'top10' | 'top50' | 'rest';

export function tierOf(rank: number): Tier {
  if (rank === 1) return 'champion';
  if (rank === 2) return 'second';
  if (rank === 3) return 'third';
  if (rank <= 10) return 'top10';
  return rank <= 50 ? 'top50' : 'rest';
}
