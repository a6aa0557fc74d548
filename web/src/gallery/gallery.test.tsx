import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { themes } from '@/lib/state/themes.ts';
import { Gallery } from './Gallery.tsx';
import { samples } from './samples.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});

it('has a sample of every part there is, and of no other', () => {
  const files = Object.keys(import.meta.glob('../components/ui/*.tsx')).map((path) =>
    path.replace(/^.*\/|\.tsx$/g, ''),
  );
  expect(Object.keys(samples).sort()).toEqual(files.filter((name) => !name.endsWith('.test')).sort());
});

it('draws all of them, every theme, piece and ring', () => {
  render(<Gallery only={null} />);
  const named = screen
    .getAllByRole('figure')
    .map((figure) => figure.querySelector('figcaption')?.textContent);
  expect(named).toEqual(expect.arrayContaining([...themes, ...Object.keys(samples), 'lotus', 'lovers_3d']));
});
