import { type ReactNode, useEffect } from 'react';
import { LogoutOverlay, UpgradeOverlay } from '@/features/auth/index.ts';
import { FriendsOverlay, InviteOverlay } from '@/features/friends/index.ts';
import { RoomOverlay } from '@/features/home/index.ts';
import { AchievementsOverlay, EditProfileOverlay, PlayerOverlay } from '@/features/profile/index.ts';
import { RulesDialog } from '@/features/rules/index.ts';
import { LanguageDialog, SettingsDialog, ShortcutsDialog, ThemeDialog } from '@/features/settings/index.ts';
import { ShareAppDialog } from '@/features/share/index.ts';
import { TutorialDialog } from '@/features/tutorial/index.ts';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { useSession } from '@/entities/session/session.ts';
import { closeAlert, useAlert } from '@/lib/state/alert.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { type OverlayName, useOverlay } from '@/lib/state/overlay.ts';
import { useClosedByBack } from './useClosedByBack.ts';

const OnlineUsers = lazyComponent(
  async () =>
    (await loadWithLaterTexts(import('@/features/presence/components/OnlineUsersOverlay.tsx')))
      .OnlineUsersOverlay,
);
const Leaderboard = lazyComponent(
  async () =>
    (await loadWithLaterTexts(import('@/features/leaderboard/components/LeaderboardOverlay.tsx')))
      .LeaderboardOverlay,
);
const AlertOverlay = lazyComponent(async () => (await import('./AlertOverlay.tsx')).AlertOverlay);

const overlays: Record<OverlayName, ReactNode> = {
  rules: <RulesDialog />,
  tutorial: <TutorialDialog />,
  settings: <SettingsDialog />,
  shortcuts: <ShortcutsDialog />,
  theme: <ThemeDialog />,
  language: <LanguageDialog />,
  online: <OnlineUsers />,
  friends: <FriendsOverlay />,
  invite: <InviteOverlay />,
  room: <RoomOverlay />,
  leaderboard: <Leaderboard />,
  achievements: <AchievementsOverlay />,
  profile: <EditProfileOverlay />,
  share: <ShareAppDialog />,
  upgrade: <UpgradeOverlay />,
  logout: <LogoutOverlay />,
};

/** Overlays that need a player. A logout closes them before they render without one. */
const playersOnly: ReadonlySet<OverlayName> = new Set<OverlayName>([
  'online',
  'friends',
  'invite',
  'room',
  'leaderboard',
  'achievements',
  'profile',
  'upgrade',
  'logout',
]);

/** Event that opens the themes from anywhere (docs/spec/around-play.md#around-2.7). */
const OPEN_THEMES = 'open-theme-selector';

/**
 * Shortcuts are loaded on the first key press, so that the first page does not wait for them; a failed load is repeated
 * on the next.
 */
const readShortcut = (event: KeyboardEvent): void =>
  void import('./pressShortcut.ts').then(({ pressShortcut }) => pressShortcut(event)).catch(() => undefined);

/** The dialogs that open by name, each loaded when it is first opened. */
export function Overlays() {
  const { open, show, hide } = useOverlay();
  const { userId: player, close: closePlayer } = usePlayerCard();
  const isSignedIn = useSession().user !== null;
  const alert = useAlert((store) => store.current);
  useClosedByBack();
  useEffect(() => {
    addEventListener('keydown', readShortcut);
    return () => removeEventListener('keydown', readShortcut);
  }, []);
  useEffect(() => {
    const chooseTheme = () => show('theme');
    addEventListener(OPEN_THEMES, chooseTheme);
    return () => removeEventListener(OPEN_THEMES, chooseTheme);
  }, [show]);
  return (
    <>
      <OptionalPart subject={open} onFailure={hide}>
        {open && (isSignedIn || !playersOnly.has(open)) && overlays[open]}
      </OptionalPart>
      <OptionalPart subject={player} onFailure={closePlayer}>
        {isSignedIn && player && <PlayerOverlay userId={player} />}
      </OptionalPart>
      <OptionalPart subject={alert} onFailure={closeAlert}>
        {alert && <AlertOverlay {...alert} />}
      </OptionalPart>
    </>
  );
}
