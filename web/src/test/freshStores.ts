import { afterEach, vi } from 'vitest';
import type { StateCreator, StoreApi, UseBoundStore } from 'zustand';

/** Gives each test the stores as they were created, so that no test sees what another left in them. */
const resets = vi.hoisted(() => new Set<() => void>());

vi.mock(import('zustand'), async (importOriginal) => {
  const zustand = await importOriginal();
  const createFresh = <State>(initialize: StateCreator<State>): UseBoundStore<StoreApi<State>> => {
    const store = zustand.create(initialize);
    resets.add(() => store.setState(store.getInitialState(), true));
    return store;
  };
  const create = <State>(initialize?: StateCreator<State>) =>
    initialize ? createFresh(initialize) : createFresh;
  return { ...zustand, create: create as typeof zustand.create };
});

afterEach(() => {
  for (const reset of resets) reset();
});
