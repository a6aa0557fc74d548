import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { LiveRegions } from '@/lib/a11y/LiveRegions.tsx';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { FormAlert } from './FormAlert.tsx';

beforeAll(() => startI18n());

it('announces a success in the live region of the page: one that mounts with its text is not read out', () => {
  const { rerender } = render(<LiveRegions />);
  const region = screen.getByRole('status');
  rerender(
    <>
      <LiveRegions />
      <FormAlert tone="ok" title="Sent" text="Look into your mail." />
    </>,
  );
  expect(region).toHaveTextContent('Sent, Look into your mail.');
  expect(screen.getByText('Look into your mail.')).toBeVisible();
  expect(screen.getAllByRole('status')).toEqual([region]);
});
