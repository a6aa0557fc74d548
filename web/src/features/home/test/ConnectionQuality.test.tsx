import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { probe } from '@/lib/realtime/connection.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { useNetwork } from '@/lib/state/network.ts';
import { ConnectionQuality } from '../components/ConnectionQuality.tsx';

vi.mock('@/lib/realtime/connection.ts', () => ({ probe: vi.fn(async () => 42) }));
beforeAll(startI18n);
beforeEach(() => {
  useConnectionStatus.setState({ status: 'open', latency: 42 });
  useNetwork.setState({ quality: 'good' });
});

it('names the round trip, and measures it again for a user who wants to know', () => {
  render(<ConnectionQuality />);
  const line = screen.getByRole('button', { name: 'Online, 42 milliseconds' });
  expect(probe).not.toHaveBeenCalled();
  fireEvent.focus(line);
  expect(probe).toHaveBeenCalledTimes(1);
});

it('of the game server alone is shown where it is known', () => {
  useNetwork.setState({ quality: 'slow' });
  render(<ConnectionQuality />);
  expect(screen.getByRole('button')).toHaveAccessibleName('Online, 42 milliseconds');
  act(() => useConnectionStatus.setState({ latency: null }));
  expect(screen.getByRole('button')).toHaveAccessibleName('Slow connection');
});

it.each([
  [{ status: 'open', latency: 401 } as const, 'Slow connection, 401 milliseconds'],
  [{ status: 'lost', latency: null } as const, 'Connecting...'],
  [{ status: 'superseded', latency: null } as const, 'Offline'],
])('of %j says %s', (line, name) => {
  useConnectionStatus.setState(line);
  render(<ConnectionQuality />);
  expect(screen.getByRole('button')).toHaveAccessibleName(name);
});
