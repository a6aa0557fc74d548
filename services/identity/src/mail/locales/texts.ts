/** Texts of one kind of mail. `{code}` and `{name}` are placeholders; a subject holds no text that a user wrote. */
interface MailTexts {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  /** Advice for a recipient who did not request the mail. */
  readonly notYouNote: string;
  /** Label of the link to the page where the user continues. */
  readonly action: string;
}

/** All mail texts of one language. */
export interface LocaleTexts {
  readonly direction: 'ltr' | 'rtl';
  readonly verify: MailTexts;
  readonly reset: MailTexts;
  readonly notice: MailTexts;
}
