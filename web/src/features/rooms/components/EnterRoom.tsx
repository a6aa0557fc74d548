import type { ParticipantRole, RoomPreview } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStakeLimit } from '@/entities/session/useStakeLimit.ts';
import { announce } from '@/lib/a11y/announcer.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { showAlert } from '@/lib/state/alert.ts';
import { Button } from '@/components/ui/Button.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { codeIn } from '../model/code.ts';
import { problemOf } from '../model/problem.ts';
import { useRoomRequests } from '../model/store.ts';
import { isUnknownRoom, roomPreview } from './RoomPreview.tsx';

/** Without a room: joins one by its code, or creates one. */
export function EnterRoom() {
  const { t } = useTranslation();
  const { pending, isCreating, problem, open, joinByTypedCode, close } = useRoomRequests();
  const [code, setCode] = useState('');
  const [role, setRole] = useState<ParticipantRole>('player');
  const [error, setError] = useState<string>();
  // The bet is unknown until the code is looked up: check the limit in general.
  const limit = useStakeLimit()(Infinity);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const preview = useMutation({ mutationFn: () => queryClient.fetchQuery(roomPreview(code)) });
  const joining = preview.isPending ? 'player' : pending?.kind === 'join' ? role : null;
  const isBusy = pending !== null || preview.isPending;

  function join(as: ParticipantRole): void {
    setError(code === '' ? t('errors.codes.ROOM_CODE_REQUIRED') : undefined);
    if (code === '') return form.current?.querySelector('input')?.focus();
    setRole(as);
    // Without a connection, joining shows its error at once.
    const isDown = useConnectionStatus.getState().status !== 'open';
    if (as === 'spectator' || isDown) joinByTypedCode(code, as);
    else preview.mutate(undefined, { onSuccess: joinAsPlayer, onError: showProblem });
  }

  /** Joins a friendly room. Joining consents to a bet: a room with one is shown first, as by its link. */
  function joinAsPlayer({ betAmount }: RoomPreview): void {
    if (betAmount > 0) void navigate(`/?room=${code}`, { replace: true });
    else joinByTypedCode(code, 'player');
  }

  /** Shows an unknown code at the field, other errors in a dialog (ADR 35). */
  function showProblem(failure: Error): void {
    const problem = problemOf('join', failure);
    if (!isUnknownRoom(failure)) return showAlert(problem);
    setError(problem.text);
    announce(problem.text, 'assertive');
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
          error={error ?? (isCreating ? undefined : problem?.text)}
          value={code}
          onChange={({ target }) => {
            setCode(codeIn(target.value));
            setError(undefined);
            preview.reset();
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
            disabled={isBusy}
          >
            {t('rooms.enter.asPlayer')}
          </Button>
          <Button
            className="h-full px-2! leading-tight"
            busy={joining === 'spectator'}
            disabled={isBusy}
            onClick={() => join('spectator')}
          >
            {t('rooms.enter.asSpectator')}
          </Button>
        </div>
      </form>
      {/* Has the first focus: the field would open the keyboard of a phone. */}
      <Button data-autofocus disabled={isBusy} onClick={() => open()}>
        <Plus aria-hidden size={18} className="text-accent" />
        {t('rooms.enter.create')}
      </Button>
    </div>
  );
}
