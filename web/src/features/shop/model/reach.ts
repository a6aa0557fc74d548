import type { Product } from './catalogue.ts';

/** From this part of the price on, an item counts as nearly affordable. */
const NEARLY = 0.5;

/** Returns how much of the price the player has, from 0 to 1. */
export const reachOf = ({ price }: Product, coins: number): number => Math.min(1, coins / price);

/** Whether an item can be had soon. What is earned takes an evening, so it comes before all that costs coins. */
const isNear = (product: Product, coins: number): boolean =>
  product.state === 'locked' || reachOf(product, coins) >= NEARLY;

/** The items of a kind as the shop shows them, each part by price. */
export interface Shelves {
  /** Owned, apart from what can be bought. */
  yours: Product[];
  /** To be earned, or affordable now, or nearly. */
  near: Product[];
  far: Product[];
}

/** Sorts items by how soon the player can have them. */
export function shelvesOf(products: readonly Product[], coins: number): Shelves {
  const byPrice = products.toSorted((a, b) => a.price - b.price);
  const isYours = ({ state }: Product) => state === 'owned' || state === 'active';
  const others = byPrice.filter((product) => !isYours(product));
  return {
    yours: byPrice.filter(isYours),
    near: others.filter((product) => isNear(product, coins)),
    far: others.filter((product) => !isNear(product, coins)),
  };
}
