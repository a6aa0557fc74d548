import {
  Award,
  Handshake,
  History,
  Languages,
  LogOut,
  Palette,
  Settings,
  Share2,
  ShoppingBag,
  UserPen,
  UserPlus,
  Users,
} from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stakeAt, useOnlineGame } from '@/features/online-game/index.ts';
import { useOnlineCount } from '@/features/presence/index.ts';
import { languageOf } from '@/lib/i18n/languages.ts';
import { ONLINE_USERS_EVERY } from '@fifteen/contract/constants';
import { useFormat } from '@/lib/i18n/format.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { PendingBar } from '@/lib/PendingBar.tsx';
import { logout, useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { useTheme } from '@/lib/state/theme.ts';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/Menu.tsx';

interface HomeMenuContentProps {
  trigger: ReactNode;
  /** Number of friend requests and unread messages. */
  unread: number;
  byKey: boolean;
}

/** The menu of home, opened at once by the press that loaded it. */
export function HomeMenuContent({ trigger, unread, byKey }: HomeMenuContentProps) {
  const { t, i18n } = useTranslation();
  const { name, dir } = languageOf(i18n.language);
  const { theme, auto } = useTheme();
  const show = useOverlay((store) => store.show);
  const { id, isGuest } = useUser();
  const isPlaying = useOnlineGame(({ onlineGame }) => stakeAt(onlineGame, id) !== null);
  const format = useFormat();
  const online = useOnlineCount(ONLINE_USERS_EVERY);
  const { mutate: leave, isPending: isLeaving } = useMutation({ mutationFn: logout });
  return (
    <>
      <Menu trigger={trigger} dir={dir} defaultOpen byKey={byKey}>
        <MenuItem icon={<UserPen />} label={t('home.menu.profile')} onSelect={() => show('profile')} />
        <MenuItem
          icon={<Award />}
          label={t('home.menu.achievements')}
          onSelect={() => show('achievements')}
        />
        <MenuItem
          icon={<ShoppingBag />}
          label={t('home.menu.shop')}
          onSelect={() => requestNavigation('/shop')}
        />
        <MenuItem
          icon={<History />}
          label={t('home.menu.games')}
          onSelect={() => requestNavigation('/games')}
        />
        <MenuItem
          icon={<Handshake />}
          label={t('home.menu.friends')}
          value={unread > 0 ? t('home.menu.unread', { count: unread }) : undefined}
          onSelect={() => show('friends')}
        />
        <MenuItem
          icon={<Users />}
          label={t('home.menu.online')}
          value={online === undefined ? undefined : format.number(online)}
          onSelect={() => show('online')}
        />
        <MenuSeparator />
        <MenuItem
          icon={<Languages />}
          label={t('home.menu.language')}
          value={name}
          onSelect={() => show('language')}
        />
        <MenuItem
          icon={<Palette />}
          label={t('home.menu.theme')}
          value={t(auto ? 'themes.automatic' : `themes.${theme}.name`)}
          onSelect={() => show('theme')}
        />
        <MenuItem icon={<Share2 />} label={t('home.menu.share')} onSelect={() => show('share')} />
        <MenuItem icon={<Settings />} label={t('home.menu.settings')} onSelect={() => show('settings')} />
        <MenuSeparator />
        {isGuest && (
          <MenuItem icon={<UserPlus />} label={t('auth.upgrade.title')} onSelect={() => show('upgrade')} />
        )}
        <MenuItem
          icon={<LogOut />}
          label={t('home.menu.logout')}
          disabled={isLeaving}
          onSelect={() => (isGuest || isPlaying ? show('logout') : leave())}
        />
      </Menu>
      {isLeaving && <PendingBar label={t('auth.logout.pending')} />}
    </>
  );
}
