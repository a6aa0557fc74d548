import type { ParticipantRole } from '@fifteen/contract';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStakeLimit } from '@/entities/session/useStakeLimit.ts';
import { Button } from '@/components/ui/Button.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { codeIn } from '../model/code.ts';
import { useRoomRequests } from '../model/store.ts';

/** Without a room: joins one by its code, or creates one. */
export function EnterRoom() {
  const { t } = useTranslation();
  const { pending, isCreating, problem, open, joinByTypedCode, close } = useRoomRequests();
  const [code, setCode] = useState('');
  const [role, setRole] = useState<ParticipantRole>('player');
  const [missing, setMissing] = useState(false);
  // The bet of a room is unknown before joining: check the limit in general.
  const limit = useStakeLimit()(Infinity);
  const form = useRef<HTMLFormElement>(null);
  const joining = pending?.kind === 'join' ? role : null;

  function join(as: ParticipantRole): void {
    setMissing(code === '');
    if (code === '') return form.current?.querySelector('input')?.focus();
    setRole(as);
    joinByTypedCode(code, as);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    join('player');
  }

  return (
    <div className="grid gap-4">
      {limit && <p className="text-14 text-warn">{limit}</p>}
      <form ref={form} noValidate className="grid gap-3" onSubmit={onSubmit}>
        <TextField
          label={t('rooms.code')}
          hint={t('rooms.enter.hint')}
          error={missing ? t('errors.codes.ROOM_CODE_REQUIRED') : isCreating ? undefined : problem?.text}
          value={code}
          onChange={({ target }) => {
            setCode(codeIn(target.value));
            setMissing(false);
            close();
          }}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="ltr"
          required
        />
        {/* With a code in the field, joining is the primary action. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
          <Button
            variant={code ? 'primary' : 'secondary'}
            type="submit"
            className="h-full px-2! leading-tight"
            busy={joining === 'player'}
            disabled={pending !== null}
          >
            {t('rooms.enter.asPlayer')}
          </Button>
          <Button
            className="h-full px-2! leading-tight"
            busy={joining === 'spectator'}
            disabled={pending !== null}
            onClick={() => join('spectator')}
          >
            {t('rooms.enter.asSpectator')}
          </Button>
        </div>
      </form>
      {/* Has the first focus: the field would open the keyboard of a phone. */}
      <Button data-autofocus disabled={pending !== null} onClick={() => open()}>
        <Plus aria-hidden size={18} className="text-accent" />
        {t('rooms.enter.create')}
      </Button>
    </div>
  );
}
