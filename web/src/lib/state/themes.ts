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

/** Themes that are unlocked by playing (docs/spec/around-play.md#around-3.3). */
export const specialThemes: ReadonlySet<Theme> = new Set([
  'halloween',
  'christmas',
  'summer',
  'level_100_frame',
]);
