import type { Product } from './catalogue.ts';

/** From this part of the price on, an item counts as nearly affordable. */
const NEARLY_AFFORDABLE = 0.5;

/** Returns how much of the price the player has, from 0 to 1. */
export const reachOf = ({ price }: Product, coins: number): number => Math.min(1, coins / price);

/** Whether an item can be had soon. What is earned takes an evening, so it comes before all that costs coins. */
const isAffordableSoon = (product: Product, coins: number): boolean =>
  product.state === 'locked' || reachOf(product, coins) >= NEARLY_AFFORDABLE;

/** The items of a kind as the shop shows them, each part by price. */
export interface ProductGroups {
  /** Owned, apart from what can be bought. */
  owned: Product[];
  /** To be earned, or affordable now, or nearly. */
  affordableSoon: Product[];
  affordableLater: Product[];
}

/** Sorts items by how soon the player can have them. */
export function groupByAffordability(products: readonly Product[], coins: number): ProductGroups {
  const byPrice = products.toSorted((a, b) => a.price - b.price);
  const isOwned = ({ state }: Product) => state === 'owned' || state === 'active';
  const others = byPrice.filter((product) => !isOwned(product));
  return {
    owned: byPrice.filter(isOwned),
    affordableSoon: others.filter((product) => isAffordableSoon(product, coins)),
    affordableLater: others.filter((product) => !isAffordableSoon(product, coins)),
  };
}
