import type { ClaimedReward } from '@fifteen/domain';
import { useEffect } from 'react';
import { api } from '@/lib/api.ts';
import { signedInUserId } from '@/entities/session/session.ts';
import { storage } from '@/lib/storage.ts';
import { celebrateReward } from '../lazy.ts';

interface Claim {
  userId: string;
  reward: ClaimedReward;
  /** The server has confirmed it. */
  done: boolean;
}

/** Claims of other users of this browser beyond so many are forgotten, the oldest first. */
const MOST_CLAIMS = 20;

function readClaims(): Claim[] {
  try {
    const claims: unknown = JSON.parse(storage.read('rewardClaims') ?? '[]');
    return Array.isArray(claims) ? (claims as Claim[]) : [];
  } catch {
    return [];
  }
}

function writeClaim(claim: Claim): void {
  const others = readClaims().filter(
    ({ userId, reward }) => userId !== claim.userId || reward !== claim.reward,
  );
  storage.write('rewardClaims', JSON.stringify([...others, claim].slice(-MOST_CLAIMS)));
}

async function send(userId: string, type: ClaimedReward): Promise<void> {
  try {
    const { reward, earnedNow } = await api.rewards.claim({ body: { reward: type } });
    writeClaim({ userId, reward: type, done: true });
    if (earnedNow && signedInUserId() === userId) await celebrateReward(reward, null);
  } catch {
    // It stays stored, and is sent again with the next visit or connection.
  }
}

/** Claims a reward for what the player has done; without a connection, later. A repeat does nothing. */
export async function claimReward(userId: string, reward: ClaimedReward): Promise<void> {
  const known = readClaims().find((claim) => claim.userId === userId && claim.reward === reward);
  if (known) return;
  writeClaim({ userId, reward, done: false });
  await send(userId, reward);
}

/** Sends the claims again that the server has not confirmed. */
export function useResumedClaims(userId: string): void {
  useEffect(() => {
    const resume = () => {
      for (const claim of readClaims())
        if (claim.userId === userId && !claim.done) void send(userId, claim.reward);
    };
    resume();
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [userId]);
}
