import type { LocaleTexts } from './texts.ts';

export const id: LocaleTexts = {
  direction: 'ltr',
  verify: {
    subject: '{code} adalah kode verifikasi Anda',
    title: 'Verifikasi email Anda',
    text: 'Masukkan kode ini untuk menyelesaikan pendaftaran. Kode berlaku selama 10 menit.',
    notYouNote: 'Jika Anda tidak mendaftar, abaikan email ini dan tidak akan terjadi apa-apa.',
    action: 'Masukkan kode',
  },
  reset: {
    subject: '{code} adalah kode reset Anda',
    title: 'Atur ulang kata sandi Anda',
    text: 'Masukkan kode ini untuk memilih kata sandi baru. Kode berlaku selama 10 menit.',
    notYouNote: 'Jika Anda tidak memintanya, abaikan email ini: kata sandi Anda tidak berubah.',
    action: 'Pilih kata sandi baru',
  },
  notice: {
    subject: 'Kata sandi Anda telah diubah',
    title: 'Kata sandi Anda telah diubah',
    text: 'Akun {name} kini memiliki kata sandi baru. Semua sesi yang aktif telah dikeluarkan.',
    notYouNote:
      'Jika itu bukan Anda, segera atur ulang kata sandi: hanya Anda yang dapat membaca kotak surat ini.',
    action: 'Atur ulang kata sandi',
  },
};
