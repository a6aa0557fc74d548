import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

interface SystemShareProps {
  /** What is said along with the link. */
  text: string;
  url: string;
}

/** Whatever the system offers for sharing; nothing where it offers none. Comes with the later texts. */
export function SystemShare({ text, url }: SystemShareProps) {
  const { t } = useTranslation();
  if (!('share' in navigator)) return null;

  // Closing the system's sheet without a choice is no failure.
  const share = () => void navigator.share({ title: 'Fifteen', text, url }).catch(() => undefined);
  return (
    <Button onClick={share}>
      <Share aria-hidden size={18} />
      {t('share.system')}
    </Button>
  );
}
