import type { User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { nextTask } from '@/lib/nextTask.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser, refreshUser, signedInUserId } from '@/entities/session/session.ts';
import { useToast } from '@/lib/toast.ts';
import { EditProfileDialog } from '../components/EditProfileDialog.tsx';

const mina = {
  ...{ id: 'mina', username: 'mina', displayName: 'Mina', email: null, coins: 1_000 },
  ...{ profilePicture: null, profileImageUrl: null, activeFrameId: null, selectedAchievementBorder: null },
} as unknown as User;
const fetched = vi.fn<typeof fetch>();
const rejectWith = (status: number, code: string, message: string) =>
  fetched.mockResolvedValue(new Response(JSON.stringify({ code, message }), { status }));
const onClose = vi.fn();
const save = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const upload = (chosen: File) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [chosen] } });
const picture = (type: string) => new File([new Uint8Array(3)], 'me', { type });
/** Returns the bodies of all saves. */
const saved = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as unknown);

/** Holds the decoder of the browser. Returns functions that end it without a result: the file is sent as it is. */
function holdDecoder(): (() => void)[] {
  const ends: (() => void)[] = [];
  const hold = () => new Promise((_, reject) => ends.push(() => reject(new Error('undecodable'))));
  vi.stubGlobal('createImageBitmap', hold);
  return ends;
}

/** Holds the response of the server. Returns the function that sends it. */
function holdResponse(): (response: Response) => void {
  let respond: (response: Response) => void = () => undefined;
  fetched.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  return (response) => respond(response);
}

beforeAll(startI18n);
beforeEach(async () => {
  fetched.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', fetched);
  becomeUser(mina);
  await chooseLanguage('id');
  await loadLaterTexts();
  render(<EditProfileDialog user={mina} onClose={onClose} />);
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [400, 'PICTURE_TYPE', 'Jenis berkas tidak valid'],
  [413, 'PICTURE_TOO_LARGE', 'Berkas terlalu besar'],
  [400, 'PICTURE_INVALID', 'Unggahan gagal'],
])(
  'a picture that the server rejects with %i %s has the message of the page’s own check',
  async (status, code, title) => {
    rejectWith(status, code, 'Words of the server');
    save('Simpan');
    await waitFor(() => expect(useToast.getState().current).toMatchObject({ title, tone: 'error' }));
    expect(useToast.getState().current?.description).not.toContain('server');
    expect(onClose).not.toHaveBeenCalled();
  },
);

it('an invalid name is reported at its field, in the language of the page', async () => {
  rejectWith(400, 'DISPLAY_NAME_INVALID', 'Please choose a display name of 1 to 32 plain characters');
  const name = screen.getByRole('textbox', { name: 'Nama tampilan' });
  fireEvent.change(name, { target: { value: 'Mi\u202ena' } });
  save('Simpan');
  await waitFor(() => expect(name).toHaveAccessibleDescription(/1 sampai 32/));
  await waitFor(() => expect(name).toHaveFocus());
  // A changed description of the field in focus is not read by itself.
  expect(useAnnouncer.getState().assertive).toMatch(/1 sampai 32/);
  fireEvent.change(name, { target: { value: '   ' } });
  act(() => name.blur());
  save('Simpan');
  expect(name).toHaveAccessibleDescription('Masukkan nama tampilanmu');
  expect(name).toHaveFocus();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('a name that cannot be seen is reported at its field as a missing one', async () => {
  rejectWith(400, 'DISPLAY_NAME_REQUIRED', 'Enter your display name');
  const name = screen.getByRole('textbox', { name: 'Nama tampilan' });
  fireEvent.change(name, { target: { value: '\u200d' } });
  save('Simpan');
  await waitFor(() => expect(name).toHaveAccessibleDescription('Masukkan nama tampilanmu'));
  expect(name).toHaveFocus();
});

it('screen readers and the keyboard find one control for the upload', () => {
  expect(screen.getByRole('button', { name: 'Unggah foto' })).toBeVisible();
  expect(document.querySelector('input[type=file]')).not.toBeVisible();
});

it('the own card is fetched again with the user, after a purchase or a game', async () => {
  becomeUser(mina);
  for (const id of ['mina', 'yusuf']) queryClient.setQueryData(['player', id], mina);
  await refreshUser();
  expect(queryClient.getQueryState(['player', 'mina'])).toMatchObject({ isInvalidated: true });
  expect(queryClient.getQueryState(['player', 'yusuf'])).toMatchObject({ isInvalidated: false });
});

it('a saved name leaves the picture as it is: another device may have set one since', async () => {
  fetched.mockResolvedValue(Response.json({ ...mina, displayName: 'Mina Sari' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Nama tampilan' }), {
    target: { value: 'Mina Sari' },
  });
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ displayName: 'Mina Sari' }]);
});

it('a picture that is removed or chosen here is sent, without the name: another device may have changed it', async () => {
  cleanup();
  render(<EditProfileDialog user={{ ...mina, profilePicture: '/api/avatars/a' }} onClose={onClose} />);
  fetched.mockImplementation(async () => Response.json(mina));
  save('Hapus foto');
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  cleanup();
  render(<EditProfileDialog user={mina} onClose={onClose} />);
  upload(picture('image/png'));
  await screen.findByRole('button', { name: 'Hapus foto' });
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(saved()).toEqual([{ profilePicture: null }, { profilePicture: 'data:image/png;base64,AAAA' }]);
});

it('a saved profile is fetched again for the own card, and the user, whose balance may have changed', async () => {
  becomeUser(mina);
  queryClient.setQueryData(['player', 'mina'], mina);
  fetched.mockResolvedValue(Response.json({ ...mina, displayName: 'Mina Sari' }));
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(queryClient.getQueryState(['player', 'mina'])).toMatchObject({ isInvalidated: true });
  expect(queryClient.getQueryState(['session'])).toMatchObject({ isInvalidated: true });
});

it('a profile is not saved while the browser reads a picture, and is saved with it then', async () => {
  fetched.mockResolvedValue(Response.json(mina));
  const ends = holdDecoder();
  upload(new File([new Uint8Array(200 * 1024)], 'me', { type: 'image/png' }));
  expect(screen.getByRole('button', { name: 'Simpan' })).toHaveAttribute('aria-disabled', 'true');
  ends.forEach((end) => end());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Simpan' })).not.toHaveAttribute('aria-disabled'),
  );
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ profilePicture: expect.stringContaining('data:image/png') as string }]);
});

it.each([
  ['the second of two pictures', () => upload(picture('image/webp')), 'data:image/webp;base64,AAAA'],
  ['a removal', () => save('Hapus foto'), null],
])('%s counts, however long the first picture takes', async (_, choose, profilePicture) => {
  cleanup();
  render(<EditProfileDialog user={{ ...mina, profilePicture: '/api/avatars/a' }} onClose={onClose} />);
  fetched.mockResolvedValue(Response.json(mina));
  const ends = holdDecoder();
  const reads = vi.spyOn(FileReader.prototype, 'readAsDataURL');
  upload(picture('image/png'));
  choose();
  ends.toReversed().forEach((end) => end());
  await waitFor(() => {
    expect(reads.mock.contexts).toHaveLength(ends.length);
    for (const reader of reads.mock.contexts) expect(reader).toMatchObject({ readyState: FileReader.DONE });
  });
  reads.mockRestore();
  await act(nextTask);
  save('Simpan');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved()).toEqual([{ profilePicture }]);
});

describe('a dialog that was closed during its save', () => {
  it('closes no other dialog', async () => {
    const respond = holdResponse();
    save('Simpan');
    cleanup();
    respond(Response.json(mina));
    await waitFor(() => expect(useToast.getState().current).toMatchObject({ tone: 'ok' }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows in a toast that the name is invalid', async () => {
    const respond = holdResponse();
    save('Simpan');
    cleanup();
    respond(Response.json({ code: 'DISPLAY_NAME_INVALID', message: 'x' }, { status: 400 }));
    await waitFor(() => expect(useToast.getState().current).toMatchObject({ tone: 'error' }));
  });

  it('does not sign in again a player who has logged out', async () => {
    const respond = holdResponse();
    save('Simpan');
    cleanup();
    becomeUser(null);
    const response = Response.json(mina);
    const read = vi.spyOn(response, 'text');
    respond(response);
    await waitFor(() => expect(read).toHaveBeenCalled());
    await nextTask();
    expect(signedInUserId()).toBeNull();
  });
});
