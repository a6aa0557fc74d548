import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from '@/ui/TextField.tsx';
import { codeDigits } from '../model/digits.ts';
import styles from './CodeField.module.css';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>;

/** Six mailed digits: one field, so that paste, managers and screen readers have it easy; digits only, as they come. */
export function CodeField({ onChange, ...rest }: CodeFieldProps) {
  function takeDigits(event: ChangeEvent<HTMLInputElement>) {
    event.target.value = codeDigits(event.target.value);
    onChange?.(event);
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
