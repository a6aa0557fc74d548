import type { LocaleTexts } from './texts.ts';

export const id: LocaleTexts = {
  direction: 'ltr',
  verify: {
    subject: '{code} adalah kode verifikasimu',
    title: 'Verifikasi emailmu',
    text: 'Masukkan kode ini untuk menyelesaikan pendaftaran. Kode berlaku selama 10 menit.',
    notYouNote: 'Jika kamu tidak mendaftar, abaikan saja email ini: tidak akan terjadi apa-apa.',
    action: 'Masukkan kode',
  },
  reset: {
    subject: '{code} adalah kode resetmu',
    title: 'Atur ulang kata sandimu',
    text: 'Masukkan kode ini untuk memilih kata sandi baru. Kode berlaku selama 10 menit.',
    notYouNote: 'Jika kamu tidak memintanya, abaikan saja email ini: kata sandimu tidak berubah.',
    action: 'Pilih kata sandi baru',
  },
  notice: {
    subject: 'Kata sandimu telah diubah',
    title: 'Kata sandimu telah diubah',
    text: 'Akun {name} kini memiliki kata sandi baru. Semua perangkat telah dikeluarkan dari akun.',
    notYouNote:
      'Jika itu bukan kamu, mungkin ada orang lain yang bisa membaca emailmu. Ganti dulu kata sandi akun emailmu, lalu atur ulang kata sandi ini.',
    action: 'Atur ulang kata sandi',
  },
};
