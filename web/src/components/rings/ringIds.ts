/** All rings around pictures: frames for coins and rewards, and borders for achievements. */
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
export type RingId = (typeof ids)[number];

/** Returns the ids of all rings. */
export const ringIds = (): readonly RingId[] => ids;

/** Whether an id is a known ring; `default`, `none` and ids of newer versions are not. */
export const isRing = (id: string | null | undefined): id is RingId => ids.some((each) => each === id);
