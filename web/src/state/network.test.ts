import { describe, expect, it } from 'vitest';
import { bannerTime, judge, type Network } from './network.ts';

const good: Network = { quality: 'good', delay: 80, banner: null };

describe('the line', () => {
  it.each<[string, Network, number | null, Network['quality'], Network['banner'], number | null]>([
    ['good stays silent', good, 999, 'good', null, null],
    ['slow is said for a while', good, 1000, 'slow', 'slow', 5000],
    ['very slow stays said', good, 3000, 'slow', 'slow', null],
    ['no answer is offline, until it changes', good, null, 'offline', 'offline', null],
    [
      'an answer after that is said, and goes',
      { quality: 'offline', delay: null, banner: 'offline' },
      90,
      'good',
      'back',
      3000,
    ],
    [
      'slow again is not said again',
      { quality: 'slow', delay: 1200, banner: null },
      1300,
      'slow',
      null,
      null,
    ],
    [
      'good again takes the banner away',
      { quality: 'slow', delay: 4000, banner: 'slow' },
      90,
      'good',
      null,
      null,
    ],
  ])('%s', (_, before, delay, quality, banner, time) => {
    const after = judge(before, delay);
    expect(after).toMatchObject({ quality, banner });
    expect(bannerTime(after)).toBe(time);
  });
});
