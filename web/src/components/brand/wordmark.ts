/** The paths of the letters; shared with the splash, which the build writes as plain HTML. */
export const wordmark = {
  viewBox: '-4 -4 247 48',
  stroke: 3.6,
  letters: [
    'M0 40V0H22M0 19.5H18',
    'M38 0V40',
    'M56 40V0H78M56 19.5H74',
    'M90 0H118M104 0V40',
    'M155 0H132V40H155M132 19.5H151',
    'M194 0H171V40H194M171 19.5H190',
    'M211 40V0L239 40V0',
  ],
};
