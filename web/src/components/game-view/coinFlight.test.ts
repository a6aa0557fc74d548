import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flyCoins } from './coinFlight.ts';

const animate = vi.fn(() => ({ finished: new Promise(() => undefined), cancel: vi.fn() }));
let slidIn: () => void;
let top: number;

/** A result panel that slides in, with the picture of its coins, below the counter of the bar. */
function showPanel(): SVGElement {
  document.body.innerHTML = '<p data-coins></p><section data-result="won"><svg></svg></section>';
  const panel = document.querySelector('section') as HTMLElement;
  const finished = new Promise<void>((resolve) => (slidIn = resolve));
  Object.assign(panel, { getAnimations: () => [{ finished }] });
  const picture = panel.querySelector('svg') as SVGElement;
  picture.getBoundingClientRect = () => new DOMRect(20, top, 24, 24);
  return picture;
}
const coins = () => [...document.querySelectorAll<SVGElement>('body > svg')];

beforeEach(() => {
  Element.prototype.animate = animate as unknown as Element['animate'];
  top = 700;
  document.documentElement.toggleAttribute('data-reduced-motion', false);
});
afterEach(() => document.documentElement.toggleAttribute('data-reduced-motion', true));

it('starts the coins where their picture comes to rest', async () => {
  flyCoins(showPanel());
  expect(coins()).toHaveLength(0);
  top = 580;
  slidIn();
  await vi.waitFor(() => expect(coins()).toHaveLength(7));
  expect(coins().map((coin) => coin.style.top)).toEqual(Array.from({ length: 7 }, () => '580px'));
});

it('starts no coins for a panel that was closed before', async () => {
  const stop = flyCoins(showPanel());
  stop();
  slidIn();
  await new Promise((resolve) => setTimeout(resolve));
  expect(coins()).toHaveLength(0);
});
