import { type FormEvent, useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';

interface FormOptions<T> {
  /** Values without fields; a field of the same name overrides them. */
  known?: Partial<T>;
  /** Called with the parsed values, only if all are valid. */
  onSend: (values: T) => void;
}

type Name<T> = keyof T & string;

/** Whether an element has a value: an empty optional field counts as missing. */
const isGiven = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.name !== '' && (element.required || element.value !== '');

/**
 * Connects a form of uncontrolled text fields with a schema of the contract. Errors are shown after the first submit;
 * from then on each change is checked. A submit focuses the first field with an error.
 */
export function useForm<T extends object>(schema: z.ZodMiniType<T>, { known, onSend }: FormOptions<T>) {
  const ref = useRef<HTMLFormElement>(null);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Name<T>, string>>>({});

  function check(form: HTMLFormElement) {
    const values = [...form.elements].filter(isGiven).map(({ name, value }) => [name, value]);
    const result = z.safeParse(schema, { ...known, ...(Object.fromEntries(values) as object) });
    const issues = (result.error?.issues ?? []).map(
      ({ path, message }) => [String(path[0]), message] as const,
    );
    // Of several issues with a field, the first is shown.
    const found = Object.fromEntries(issues.toReversed()) as typeof errors;
    setErrors(found);
    return { values: result.data, found };
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setHasSubmitted(true);
    const { values, found } = check(event.currentTarget);
    if (values) return onSend(values);
    const wrong = [...event.currentTarget.elements].find(
      (field) => (field.getAttribute('name') ?? '') in found,
    );
    if (wrong instanceof HTMLElement) wrong.focus();
  }

  const focus = useCallback((name: Name<T>) => {
    const field = ref.current?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  }, []);

  return {
    /** Props of the form. */
    props: {
      ref,
      noValidate: true,
      onSubmit,
      onChange: (event: FormEvent<HTMLFormElement>) => void (hasSubmitted && check(event.currentTarget)),
    },
    /** Error messages by field. */
    errors,
    /** Focuses a field that the server rejected, and selects its text. */
    focus,
  };
}
