import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseLanguage, startI18n } from '@/lib/i18n/i18n.ts';
import { ComputerRecord } from '../components/ComputerRecord.tsx';
import { useComputerRecord } from '../model/record.ts';

beforeAll(startI18n);
afterAll(() => chooseLanguage('en'));

it('shows its figures in the order of their legend, from right to left too', async () => {
  await chooseLanguage('ar');
  useComputerRecord.setState({ record: { easy: [1_500, 1, 0] } });
  render(<ComputerRecord />);
  const figures = screen.getByRole('definition');
  // Without its isolation, the Latin letter would turn all figures around.
  expect(figures).toHaveTextContent('\u20681.5k\u2069–1–0');
  expect(figures).not.toHaveAttribute('dir');
});
