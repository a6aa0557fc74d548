/** Relative luminance of #rrggbb (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes two colours given as #rrggbb; `share` is that of the first, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [first = 0, second = 0] = [one, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.round(first * share + second * (1 - share));
  });
  return `#${channels.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colours given as #rrggbb, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
