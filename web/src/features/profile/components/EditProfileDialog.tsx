import type { User } from '@fifteen/contract';
import { DISPLAY_NAME_MAX } from '@fifteen/domain';
import { ImageUp, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { becomeUser, refreshUser, sameUserCheck } from '@/entities/session/session.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { TextField } from '@/components/ui/TextField.tsx';
import { toast } from '@/lib/toast.ts';
import { useIsMounted } from '@/lib/useIsMounted.ts';
import { notifyFailure } from '../model/failure.ts';
import { usePictureChoice } from '../model/usePictureChoice.ts';

type WrongName = 'nameRequired' | 'nameInvalid';

/** Errors of the server that are shown at the name. */
const wrongNames: Readonly<Record<string, WrongName>> = {
  DISPLAY_NAME_REQUIRED: 'nameRequired',
  DISPLAY_NAME_INVALID: 'nameInvalid',
};

/** Edits the own picture and name (docs/spec/around-play.md#around-2.5). */
export function EditProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const isMounted = useIsMounted();
  // Picture and name are undefined until they are changed here: another device may have set them since the dialog opened.
  // A request without a field keeps that one.
  const { picture: newPicture, isReading, choose, remove } = usePictureChoice();
  const [newName, setNewName] = useState<string>();
  const [wrongName, setWrongName] = useState<WrongName | null>(null);
  const [saving, setSaving] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);

  const wrongNameText = (wrong: WrongName) => t(`profile.${wrong}`, { max: DISPLAY_NAME_MAX });
  function rejectName(wrong: WrongName): void {
    setWrongName(wrong);
    announce(wrongNameText(wrong), 'assertive');
    nameField.current?.focus();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (newName?.trim() === '') return rejectName('nameRequired');
    setSaving(true);
    const isSameUser = sameUserCheck();
    try {
      const body = { displayName: newName, profilePicture: newPicture };
      const saved = await api.profile.update({ body });
      // The dialog does not wait: its player may have closed it meanwhile, and logged out.
      if (!isSameUser()) return;
      becomeUser(saved);
      // The balance may have changed since the server read it for this response.
      void refreshUser();
      toast({ title: t('profile.saved.title'), description: t('profile.saved.text'), tone: 'ok' });
      if (isMounted()) onClose();
    } catch (error) {
      if (!isSameUser()) return;
      const wrong = error instanceof ApiError ? wrongNames[error.code] : undefined;
      if (wrong && isMounted()) rejectName(wrong);
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
          <Button variant="primary" type="submit" form={form} busy={saving || isReading} className="flex-1">
            {t('profile.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
        <PictureChoice
          user={user}
          picture={newPicture === undefined ? user.profilePicture : newPicture}
          onChoose={(file) => void choose(file)}
          onRemove={remove}
        />
        <TextField
          ref={nameField}
          label={t('profile.displayName')}
          value={newName ?? user.displayName}
          maxLength={DISPLAY_NAME_MAX}
          autoComplete="nickname"
          error={wrongName ? wrongNameText(wrongName) : undefined}
          onChange={({ target }) => {
            setNewName(target.value);
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
  onChoose: (file: File) => void;
  onRemove: () => void;
}

function PictureChoice({ user, picture, onChoose, onRemove }: PictureChoiceProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);

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
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChoose(file);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <ImageUp aria-hidden size={18} />
          {t('profile.picture.upload')}
        </Button>
        {picture && (
          <Button variant="quiet" onClick={onRemove}>
            <Trash2 aria-hidden size={18} />
            {t('profile.picture.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
