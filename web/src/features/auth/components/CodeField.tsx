import { typedDigits } from '@/lib/digits.ts';
import { CODE_LENGTH } from '@fifteen/domain';
import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from '@/components/ui/TextField.tsx';
import styles from './Auth.module.css';

/** Returns the code in a typed or pasted text: at most six Latin digits. */
export const codeDigits = (text: string): string => typedDigits(text, CODE_LENGTH);

interface CodeFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'type' | 'inputMode' | 'autoComplete'
> {
  /** Submits the form with the last digit, if the code is its only field. */
  sends?: boolean;
}

/** A field for a mailed code: a single one, for paste, password managers and screen readers. */
export function CodeField({ onChange, sends = false, ...rest }: CodeFieldProps) {
  function takeDigits(event: ChangeEvent<HTMLInputElement>) {
    event.target.value = codeDigits(event.target.value);
    onChange?.(event);
    if (sends && event.target.value.length === CODE_LENGTH) event.target.form?.requestSubmit();
  }
  return (
    <TextField
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles.code}
      onChange={takeDigits}
    />
  );
}
