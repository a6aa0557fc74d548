import { expect, test } from 'vitest';
import { Heartbeats } from '../src/domain/heartbeats.ts';

const EMPTY_MS = 10_000;
const heartbeats = () => new Heartbeats(EMPTY_MS);

test('players can play when a gateway reported some since the last tick', () => {
  const beats = heartbeats();
  expect(beats.take()).toBe(false);
  beats.add(3);
  expect(beats.take()).toBe(true);
  expect(beats.take()).toBe(false);
});

test('a gateway without players does not hide those of another', () => {
  const beats = heartbeats();
  beats.add(1);
  beats.add(0);
  expect(beats.take()).toBe(true);
  beats.add(0);
  expect(beats.take()).toBe(false);
});

test('gateways that had no player for long count as running: the players left', () => {
  const beats = heartbeats();
  beats.emptyFor(EMPTY_MS);
  beats.add(0);
  expect(beats.take()).toBe(false);
  beats.emptyFor(EMPTY_MS + 1);
  beats.add(0);
  expect(beats.take()).toBe(true);
  // Silence of all gateways is an outage all the same.
  expect(beats.take()).toBe(false);
});

test('once players came back, gateways without any are an outage again', () => {
  const beats = heartbeats();
  beats.emptyFor(EMPTY_MS + 1);
  beats.add(2);
  expect(beats.take()).toBe(true);
  beats.add(0);
  expect(beats.take()).toBe(false);
});

test('a move shows that players can play, as soon as a gateway has reported', () => {
  const beats = heartbeats();
  beats.addMove();
  expect(beats.take()).toBe(false);
  beats.add(0);
  beats.addMove();
  expect(beats.take()).toBe(true);
  beats.addMove();
  expect(beats.take()).toBe(true);
});

test('a move shows nothing while a gateway reports an outage', () => {
  const beats = heartbeats();
  beats.add(0, true);
  beats.addMove();
  expect(beats.take()).toBe(false);
  beats.addMove();
  expect(beats.take()).toBe(false);
  beats.add(0);
  beats.addMove();
  expect(beats.take()).toBe(true);
});

test('an outage of all gateways for long is no outage of the clocks: no stake is held without end', () => {
  const beats = heartbeats();
  beats.emptyFor(EMPTY_MS + 1);
  beats.add(0, true);
  expect(beats.take()).toBe(true);
});

test('a report whose tick could not be written counts once more', () => {
  const beats = heartbeats();
  beats.keep(true);
  beats.keep(false);
  expect(beats.take()).toBe(true);
  expect(beats.take()).toBe(false);
  beats.keep(false);
  expect(beats.take()).toBe(false);
});
