import { User as Person } from 'lucide-react';
import type { ReactNode } from 'react';
import { ComputerFace } from '@/components/computer/ComputerFace.tsx';
import type { Player } from '../model/finished.ts';

/**
 * Returns what stands for a player without a picture: the face of the computer, or a second player; a user has an initial.
 * @param size width of the picture in pixels.
 */
export function playerIcon({ kind, level }: Player, size: 32 | 40): ReactNode {
  if (level) return <ComputerFace level={level} className={size === 40 ? 'size-10' : 'size-8'} />;
  return kind === 'second player' ? <Person size={size / 2} /> : undefined;
}
