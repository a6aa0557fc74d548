/** Avatar frames (docs/spec/around-play.md#around-3.5). As with piece styles, ids never change and prices are those of the specification. */
export const frames = [
  {
    id: 'default',
    name: 'Classic',
    description: 'Just your picture, nothing around it.',
    price: 0,
  },
  {
    id: 'newcomer',
    name: 'Newcomer',
    description: 'A fresh sprout for the first game online.',
    price: 0,
    reward: 'first_online_game',
  },
  {
    id: 'thundering',
    name: 'Thundering',
    description: 'Lightning that never stops circling.',
    price: 1_000_000_000,
  },
  {
    id: 'firestorm',
    name: 'Firestorm',
    description: 'A ring of flames that nobody puts out.',
    price: 1_000_000_000,
  },
  {
    id: 'lovers_3d',
    name: 'Lovers 3D',
    description: 'Two rings entwined, with hearts where they meet.',
    price: 1_000_000_000,
  },
] as const;
