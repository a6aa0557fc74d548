import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api.ts';

/** All rewards with their items, and since when the user has them. */
export const rewardsQuery = queryOptions({ queryKey: ['rewards'], queryFn: () => api.rewards.list() });
