import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { useOnlineGame } from '../model/store.ts';
import styles from './Online.module.css';

/** Says that the server plays for the user after a missed turn, and offers to take control. */
export function AutoPlayBanner() {
  const { t } = useTranslation();
  const takeControl = useOnlineGame((store) => store.takeControl);
  return (
    <div role="alert" className={styles.banner}>
      <Bot aria-hidden size={20} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">{t('onlineGame.autoPlay')}</p>
      <Button variant="primary" onClick={takeControl}>
        {t('onlineGame.takeControl')}
      </Button>
    </div>
  );
}
