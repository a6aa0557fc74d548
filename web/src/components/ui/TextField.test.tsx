import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextField } from './TextField.tsx';

it('gives a field the direction of its text, so that a Latin name is in order on an Arabic page', () => {
  render(<TextField label="Name" />);
  expect(screen.getByLabelText('Name')).toHaveAttribute('dir', 'auto');
});

it('puts what stands at the end of a field where its text ends', () => {
  render(
    <div dir="rtl">
      <TextField label="Amount" dir="ltr" end={<span>coins</span>} />
      <TextField label="Search" end={<span>search</span>} />
    </div>,
  );
  const direction = (element: HTMLElement) => element.closest('[dir]')?.getAttribute('dir');
  for (const [field, end, dir] of [
    ['Amount', 'coins', 'ltr'],
    ['Search', 'search', 'rtl'],
  ] as const) {
    expect(direction(screen.getByLabelText(field))).toBe(dir);
    expect(direction(screen.getByText(end))).toBe(dir);
  }
});
