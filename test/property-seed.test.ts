import fc from 'fast-check';
import { expect, test } from 'vitest';

test('properties get the same cases each time', () => {
  const cases = () => fc.sample(fc.nat(), 20);
  expect(cases()).toEqual(cases());
});

test('a property that fails names the seed of the run', () => {
  const { seed } = fc.readConfigureGlobal();
  expect(seed).toEqual(expect.any(Number));
  expect(() => fc.assert(fc.property(fc.nat(), () => false))).toThrow(`seed: ${seed}`);
});
