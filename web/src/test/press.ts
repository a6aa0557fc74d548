import { fireEvent, screen } from '@testing-library/react';

/** Presses the button of this name. */
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
