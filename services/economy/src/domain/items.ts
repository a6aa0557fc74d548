import type { Item } from '@fifteen/proto/economy';
import { AppError } from '@fifteen/runtime';
import { DEFAULT, findItem, type Kind } from '../catalogue/catalogue.ts';

/**
 * Returns an item of the catalogue.
 * @throws ITEM_NOT_FOUND
 */
export function requireItem(kind: Kind, itemId: string): Item {
  const item = findItem(kind, itemId);
  if (!item) throw new AppError('ITEM_NOT_FOUND');
  return item;
}

/** @throws ALREADY_OWNED for the default of a kind, which every user has */
export function assertNotDefault({ id }: Item): void {
  if (id === DEFAULT) throw new AppError('ALREADY_OWNED');
}
