/**
 * Piece styles (docs/spec/around-play.md#around-3.4), the cheapest first. Ids never change, because users own them; prices are those of the
 * specification. What is earned has a reward instead. The web app shows the texts in the user's language, by id.
 */
export const styles = [
  {
    id: 'default',
    name: 'Classic',
    description: 'Clean strokes, the way the game was born.',
    price: 0,
  },
  {
    id: 'chalk',
    name: 'Chalk',
    description: 'Straight from the first lesson at the blackboard.',
    price: 0,
    reward: 'tutorial',
  },
  {
    id: 'autumn',
    name: 'Autumn',
    description: 'Oak leaves in copper and gold.',
    price: 10_000_000,
  },
  {
    id: 'thunder',
    name: 'Thunder',
    description: 'Every move lands like a bolt from the sky.',
    price: 20_000_000,
  },
  {
    id: 'fire',
    name: 'Fire',
    description: 'Marks that keep on burning.',
    price: 35_000_000,
  },
  {
    id: 'hammer',
    name: 'Hammer',
    description: 'Forged in iron and struck into the board.',
    price: 50_000_000,
  },
  {
    id: 'lovers',
    name: 'Lovers',
    description: 'Hearts wherever two lines meet.',
    price: 100_000_000,
  },
  {
    id: 'cat',
    name: 'Cat',
    description: 'Soft paws, sharp moves, nine lives.',
    price: 150_000_000,
  },
  {
    id: 'flower',
    name: 'Flower',
    description: 'Petals open wherever you play.',
    price: 200_000_000,
  },
  {
    id: 'greenleaf',
    name: 'Green Leaf',
    description: 'Fresh as the first leaf of the year.',
    price: 200_000_000,
  },
  {
    id: 'tulip',
    name: 'Tulip',
    description: 'A whole spring on a single stem.',
    price: 200_000_000,
  },
  {
    id: 'holi',
    name: 'Holi',
    description: 'Handfuls of colour, thrown with joy.',
    price: 300_000_000,
  },
  {
    id: 'bestfriends',
    name: 'Best Friends',
    description: 'For two who have always played together.',
    price: 350_000_000,
  },
  {
    id: 'lotus',
    name: 'Lotus',
    description: 'Calm on the water, whatever moves below.',
    price: 400_000_000,
  },
] as const;
