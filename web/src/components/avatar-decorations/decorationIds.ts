/** All avatar decorations: frames for coins and rewards, and borders for achievements. */
const ids = [
  'newcomer',
  'thundering',
  'firestorm',
  'lovers_3d',
  'legend',
  'champion',
  'grandmaster',
  'ultimate_veteran',
  'veteran_player',
  'level_100_master',
] as const;
export type DecorationId = (typeof ids)[number];

/** Returns the ids of all decorations. */
export const decorationIds = (): readonly DecorationId[] => ids;

/** Whether an id is a known decoration; `default`, `none` and ids of newer versions are not. */
export const isDecoration = (id: string | null | undefined): id is DecorationId =>
  ids.some((each) => each === id);
