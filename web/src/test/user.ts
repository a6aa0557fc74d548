import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';

/**
 * Returns a user who presses and types without delay. A dialog takes pointer events an effect after it has appeared, and
 * only a browser knows what covers what: the browser tests check it.
 */
export const newUser = (): UserEvent =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
