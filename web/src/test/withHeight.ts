import { vi } from 'vitest';

/** Gives every element a height: jsdom has no layout, and a virtual list without a height renders no rows. */
export const withHeight = (pixels: number) =>
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(pixels);
