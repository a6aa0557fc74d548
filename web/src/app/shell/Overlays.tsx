import { type ReactNode, Suspense, useEffect } from 'react';
import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useSession } from '@/entities/session/session.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { type Overlay, useOverlay } from '@/lib/state/overlay.ts';

const Rules = lazily(async () => (await import('@/features/rules/components/RulesDialog.tsx')).RulesDialog);
const Tutorial = lazily(
  async () =>
    (await withLaterTexts(import('@/features/tutorial/components/TutorialDialog.tsx'))).TutorialDialog,
);
const Settings = lazily(
  async () => (await import('@/features/settings/components/SettingsOverlay.tsx')).SettingsOverlay,
);
const Shortcuts = lazily(async () => (await withLaterTexts(import('./ShortcutsDialog.tsx'))).ShortcutsDialog);
const Theme = lazily(
  async () => (await import('@/features/settings/components/ThemeDialog.tsx')).ThemeDialog,
);
const Language = lazily(
  async () => (await import('@/features/settings/components/LanguageDialog.tsx')).LanguageDialog,
);
const OnlineUsers = lazily(
  async () =>
    (await withLaterTexts(import('@/features/presence/components/OnlineUsersOverlay.tsx')))
      .OnlineUsersOverlay,
);
const Friends = lazily(
  async () =>
    (await withLaterTexts(import('@/features/friends/components/FriendsOverlay.tsx'))).FriendsOverlay,
);
const Invite = lazily(
  async () => (await withLaterTexts(import('@/features/rooms/components/InviteOverlay.tsx'))).InviteOverlay,
);
const Share = lazily(
  async () => (await withLaterTexts(import('@/features/share/components/ShareAppDialog.tsx'))).ShareAppDialog,
);
const Player = lazily(
  async () => (await withLaterTexts(import('@/features/profile/components/PlayerOverlay.tsx'))).PlayerOverlay,
);
const Achievements = lazily(
  async () =>
    (await withLaterTexts(import('@/features/profile/components/OwnOverlays.tsx'))).AchievementsOverlay,
);
const EditProfile = lazily(
  async () =>
    (await withLaterTexts(import('@/features/profile/components/OwnOverlays.tsx'))).EditProfileOverlay,
);
const Leaderboard = lazily(
  async () =>
    (await withLaterTexts(import('@/features/leaderboard/components/LeaderboardOverlay.tsx')))
      .LeaderboardOverlay,
);
const AlertOverlay = lazily(async () => (await import('./AlertOverlay.tsx')).AlertOverlay);
const Upgrade = lazily(
  async () => (await import('@/features/auth/components/AccountOverlays.tsx')).UpgradeOverlay,
);
const Logout = lazily(
  async () => (await import('@/features/auth/components/AccountOverlays.tsx')).LogoutOverlay,
);

const overlays: Record<Overlay, ReactNode> = {
  rules: <Rules />,
  tutorial: <Tutorial />,
  settings: <Settings />,
  shortcuts: <Shortcuts />,
  theme: <Theme />,
  language: <Language />,
  online: <OnlineUsers />,
  friends: <Friends />,
  invite: <Invite />,
  leaderboard: <Leaderboard />,
  achievements: <Achievements />,
  profile: <EditProfile />,
  share: <Share />,
  upgrade: <Upgrade />,
  logout: <Logout />,
};

/** Those that know a player. A logout closes them before they are drawn without one. */
const forPlayers: ReadonlySet<Overlay> = new Set<Overlay>([
  'online',
  'friends',
  'invite',
  'leaderboard',
  'achievements',
  'profile',
  'upgrade',
  'logout',
]);

/** Asks for the themes, from wherever (around-play 2). */
const OPEN_THEMES = 'open-theme-selector';

/** The first page does not wait for what shortcuts do. A code that cannot be fetched now is fetched with the next key. */
const readShortcut = (event: KeyboardEvent): void =>
  void import('./pressShortcut.ts').then(({ pressShortcut }) => pressShortcut(event)).catch(() => undefined);

/** The dialogs that open by name, each fetched when it is first asked for. */
export function Overlays() {
  const open = useOverlay((store) => store.open);
  const show = useOverlay((store) => store.show);
  const player = usePlayerCard((store) => store.userId);
  const isIn = useSession().user !== null;
  const alert = useAlert((store) => store.current);
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
    <Suspense>
      {open && (isIn || !forPlayers.has(open)) && overlays[open]}
      {isIn && player && <Player userId={player} />}
      {alert && <AlertOverlay {...alert} />}
    </Suspense>
  );
}
