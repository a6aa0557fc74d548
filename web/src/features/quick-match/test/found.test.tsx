import type { PlayerInfo } from '@fifteen/contract';
import { render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { chooseLanguage, loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { Found } from '../components/Found.tsx';

const opponent = { id: 'you', displayName: 'Yusuf', profileImageUrl: null, level: 7 } as PlayerInfo;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => chooseLanguage('en'));

it('announces the opponent with the full stop of the language', async () => {
  await chooseLanguage('hi');
  render(<Found opponent={opponent} bet={0} />);
  expect(useAnnouncer.getState().polite).toBe('मुक़ाबला मिल गया: Yusuf। दोस्ताना खेल शुरू हो रहा है...');
});
