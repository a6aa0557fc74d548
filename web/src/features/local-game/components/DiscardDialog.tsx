import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useLocalGame } from '../model/store.ts';

/** Asks before a running game is discarded: by Reset, another mode or difficulty, or an online game. */
export function DiscardDialog() {
  const { t } = useTranslation();
  const answer = useLocalGame((store) => store.answerDiscard);
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('onlineGame.leave.title')}
      description={t('localGame.change.text')}
      footer={
        <>
          <Button data-autofocus onClick={() => answer(false)}>
            {t('onlineGame.leave.stay')}
          </Button>
          <Button variant="danger" onClick={() => answer(true)}>
            {t('localGame.change.confirm')}
          </Button>
        </>
      }
    />
  );
}
