import type { LocaleTexts } from './texts.ts';

export const en: LocaleTexts = {
  direction: 'ltr',
  verify: {
    subject: '{code} is your verification code',
    title: 'Verify your email',
    text: 'Enter this code to finish your registration. It expires in 10 minutes.',
    notYouNote: 'If you did not register, ignore this email and nothing will happen.',
    action: 'Enter the code',
  },
  reset: {
    subject: '{code} is your reset code',
    title: 'Reset your password',
    text: 'Enter this code to choose a new password. It expires in 10 minutes.',
    notYouNote: 'If you did not ask for it, ignore this email: your password stays as it is.',
    action: 'Choose a new password',
  },
  notice: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    text: 'The account {name} has a new password. Everyone who was logged in has been logged out.',
    notYouNote:
      'If that was not you, someone may be able to read your email. Change the password of your mailbox first, then reset this one.',
    action: 'Reset your password',
  },
};
