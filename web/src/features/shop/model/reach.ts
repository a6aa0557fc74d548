import type { Product } from './catalogue.ts';

/** From this part of the price on, an item counts as nearly affordable. */
const NEARLY = 0.5;

/** Returns how much of the price the player has, from 0 to 1. */
export const reachOf = ({ price }: Product, coins: number): number => Math.min(1, coins / price);

/** The items of a kind as the shop shows them, each part by price. */
export interface Shelves {
  /** Owned, apart from what can be bought. */
  yours: Product[];
  /** Affordable now, or nearly. */
  near: Product[];
  far: Product[];
}

/** Sorts items by how soon the player can have them. */
export function shelvesOf(products: readonly Product[], coins: number): Shelves {
  const byPrice = products.toSorted((a, b) => a.price - b.price);
  const offered = byPrice.filter(({ state }) => state === 'offered');
  return {
    yours: byPrice.filter(({ state }) => state !== 'offered'),
    near: offered.filter((product) => reachOf(product, coins) >= NEARLY),
    far: offered.filter((product) => reachOf(product, coins) < NEARLY),
  };
}
