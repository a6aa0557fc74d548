import { beforeAll, describe, expect, it } from 'vitest';
import { formatters } from './format.ts';
import { startI18n } from './i18n.ts';

beforeAll(startI18n);

describe('numbers', () => {
  it('are in Latin digits in every language', () => {
    expect(formatters('ar').number(15)).toBe('15');
    expect(formatters('bn').number(15)).toBe('15');
    expect(formatters('hi').number(15)).toBe('15');
    expect(formatters('ar').coins(1000)).toBe('1,000');
    expect(formatters('bn').clock(75)).toBe('1:15');
  });

  it.each([
    [999, '999'],
    [1000, '1k'],
    [1500, '1.5k'],
    [1599, '1.5k'],
    [4100, '4.1k'],
    [999_999, '999.9k'],
    [1_000_000, '1M'],
    [2_390_000_000, '2.3B'],
    [-1500, '-1.5k'],
  ])('%i is short for %s', (value, text) => {
    expect(formatters('en').short(value)).toBe(text);
  });

  it('stand in full below the bound a place asks for', () => {
    expect(formatters('en').short(9_999, 10_000)).toBe('9,999');
    expect(formatters('en').short(12_500, 10_000)).toBe('12.5k');
    expect(formatters('es').short(1500)).toBe('1,5k');
  });

  it('give a rate of whole percents, and none of no games', () => {
    expect(formatters('en').rate(2, 3)).toBe('67%');
    expect(formatters('en').rate(0, 0)).toBe('0%');
    expect(formatters('bn').rate(1, 2)).toBe('50%');
  });
});

describe('times', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

  it('are shown in minutes, hours and days', () => {
    expect(formatters('en').ago(before(59), now)).toBe('Just now');
    expect(formatters('en').ago(before(180), now)).toBe('3 minutes ago');
    expect(formatters('es').ago(before(2 * 3600), now)).toBe('hace 2 horas');
    expect(formatters('ar').ago(before(3 * 86_400), now)).toContain('3');
  });

  it('last in words', () => {
    expect(formatters('en').duration(10, 'minute')).toBe('10 minutes');
    expect(formatters('hi').duration(45, 'second')).toBe('45 सेकंड');
    expect(formatters('es').duration(42, 'millisecond', 'short')).toBe('42 ms');
  });

  it('write a day in the order of the language', () => {
    expect(formatters('en').date(now)).toBe('Nov 20, 2026');
    expect(formatters('id').date(now)).toBe('20 Nov 2026');
  });

  it('never show a clock below zero', () => {
    expect(formatters('en').clock(-3)).toBe('0:00');
  });
});
