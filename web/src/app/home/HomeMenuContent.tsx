import { Languages, LogOut, Palette, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '@/config/languages.ts';
import { useOverlay } from '@/state/overlay.ts';
import { useTheme } from '@/state/theme.ts';
import { Menu, MenuItem, MenuSeparator } from '@/ui/Menu.tsx';
import { useLogout } from './useLogout.ts';

export function HomeMenuContent({ trigger }: { trigger: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { name, dir } = languageOf(i18n.language);
  const theme = useTheme((store) => store.theme);
  const show = useOverlay((store) => store.show);
  const logout = useLogout();
  return (
    <Menu trigger={trigger} dir={dir}>
      <MenuItem
        icon={<Languages />}
        label={t('home.menu.language')}
        value={name}
        onSelect={() => show('language')}
      />
      <MenuItem
        icon={<Palette />}
        label={t('home.menu.theme')}
        value={t(`themes.${theme}.name`)}
        onSelect={() => show('theme')}
      />
      <MenuItem icon={<Settings />} label={t('home.menu.settings')} onSelect={() => show('settings')} />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} label={t('home.menu.logout')} onSelect={logout} />
    </Menu>
  );
}
