import { typedDigits } from '@/lib/digits.ts';
import { CODE_LENGTH } from '@fifteen/domain';
import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from '@/components/ui/TextField.tsx';
import styles from './Auth.module.css';

/** A mailed code as it is typed or pasted: Latin digits, nothing else, at most six. */
export const codeDigits = (text: string): string => typedDigits(text, CODE_LENGTH);

interface CodeFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'type' | 'inputMode' | 'autoComplete'
> {
  /** Sends the form when the last digit is there: the code is all that it asks for. */
  sends?: boolean;
}

/** Six mailed digits: one field, so that paste, managers and screen readers have it easy; digits only, as they come. */
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
