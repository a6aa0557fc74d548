import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { type Help, useLocalGame } from '../model/store.ts';

const actions = { hint: 'localGame.help.hint', 'take-back': 'localGame.takeBack' } as const;

/** Asks before the first help in a game that could still earn coins. */
export function HelpDialog({ help }: { help: Help }) {
  const { t } = useTranslation();
  const answer = useLocalGame((store) => store.answerHelp);
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('localGame.help.title')}
      description={t('localGame.help.text')}
      footer={
        <>
          <Button data-autofocus onClick={() => answer(false)}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={() => answer(true)}>
            {t(actions[help])}
          </Button>
        </>
      }
    />
  );
}
