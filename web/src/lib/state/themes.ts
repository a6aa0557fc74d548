/** The ten themes of the specification, by their keys. */
export const themes = [
  'default',
  'neon',
  'autumn',
  'minimalist',
  'nature',
  'space',
  'halloween',
  'christmas',
  'summer',
  'level_100_frame',
] as const;
export type Theme = (typeof themes)[number];

/** Themes of dark marks on a light ground; the others are dark. */
export const lightThemes: ReadonlySet<Theme> = new Set(['minimalist', 'nature', 'summer']);

/** Themes that are won, not chosen (docs/spec/around-play.md#around-3.3): locked until the server says they are unlocked. */
export const specialThemes: ReadonlySet<Theme> = new Set([
  'halloween',
  'christmas',
  'summer',
  'level_100_frame',
]);
