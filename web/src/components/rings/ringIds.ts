/** Everything that can be around a picture: the frames that coins buy and the borders that are earned. */
const ids = [
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

/** Every ring by its id. */
export const ringIds = (): readonly RingId[] => ids;

/** Whether there is such a ring: `default`, `none` and what this version does not know are none. */
export const isRing = (id: string | null | undefined): id is RingId => ids.some((each) => each === id);
