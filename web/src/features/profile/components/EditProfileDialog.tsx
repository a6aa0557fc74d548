import type { User } from '@fifteen/contract';
import { DISPLAY_NAME_MAX } from '@fifteen/domain';
import { ImageUp, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { playerKey } from '@/entities/player/player.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { toast } from '@/lib/toast.ts';
import { readPicture } from '../model/picture.ts';
import { notifyFailure } from '../model/failure.ts';

type WrongName = 'nameRequired' | 'nameInvalid';

/** Edits the own picture and name (docs/spec/around-play.md#around-2.5). */
export function EditProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  // Undefined until it is changed here: the picture of the profile may since have been set on another device. A request
  // without the field keeps that one.
  const [newPicture, setNewPicture] = useState<string | null>();
  const [displayName, setDisplayName] = useState(user.displayName);
  const [wrongName, setWrongName] = useState<WrongName | null>(null);
  const [saving, setSaving] = useState(false);

  const wrongNameText = (wrong: WrongName) => t(`profile.${wrong}`, { max: DISPLAY_NAME_MAX });
  function rejectName(wrong: WrongName): void {
    setWrongName(wrong);
    announce(wrongNameText(wrong), 'assertive');
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (displayName.trim() === '') return rejectName('nameRequired');
    setSaving(true);
    try {
      becomeUser(await api.profile.update({ body: { displayName, profilePicture: newPicture } }));
      void queryClient.invalidateQueries({ queryKey: playerKey(user.id) });
      toast({ title: t('profile.saved.title'), description: t('profile.saved.text'), tone: 'ok' });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'DISPLAY_NAME_INVALID') rejectName('nameInvalid');
      else notifyFailure(error);
      setSaving(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profile.edit')}
      footer={
        <>
          <Button className="flex-1" onClick={onClose}>
            {t('profile.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} busy={saving} className="flex-1">
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
        <PictureChoice
          user={user}
          picture={newPicture === undefined ? user.profilePicture : newPicture}
          onChange={setNewPicture}
        />
        <TextField
          label={t('profile.displayName')}
          value={displayName}
          maxLength={DISPLAY_NAME_MAX}
          autoComplete="nickname"
          error={wrongName ? wrongNameText(wrongName) : undefined}
          onChange={({ target }) => {
            setDisplayName(target.value);
            setWrongName(null);
          }}
        />
        <div className="grid gap-1">
          <p className="text-14 text-muted">{t('profile.username')}</p>
          <p dir="ltr" className="truncate text-start font-semibold rtl:text-right">
            @{user.username}
          </p>
          <p className="text-13 text-muted">{t('profile.usernameStays')}</p>
        </div>
      </form>
    </Dialog>
  );
}

interface PictureChoiceProps {
  user: User;
  picture: string | null;
  onChange: (picture: string | null) => void;
}

function PictureChoice({ user, picture, onChange }: PictureChoiceProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      onChange(await readPicture(file));
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <div className="flex items-center gap-5">
      <Avatar
        name={user.displayName}
        src={picture}
        frame={user.activeFrameId}
        border={user.selectedAchievementBorder}
        size={96}
      />
      <div className="grid gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('profile.picture.upload')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <ImageUp aria-hidden size={18} />
          {t('profile.picture.upload')}
        </Button>
        {picture && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            <Trash2 aria-hidden size={18} />
            {t('profile.picture.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
