import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

interface SystemShareProps {
  /** Text that is shared with the link. */
  text: string;
  url: string;
}

/** Opens the share sheet of the system; renders nothing where there is none. Needs the later texts. */
export function SystemShare({ text, url }: SystemShareProps) {
  const { t } = useTranslation();
  if (!('share' in navigator)) return null;

  // Closing the sheet without a choice is no error.
  const share = () => void navigator.share({ title: 'Fifteen', text, url }).catch(() => undefined);
  return (
    <Button onClick={share}>
      <Share aria-hidden size={18} />
      {t('share.system')}
    </Button>
  );
}
