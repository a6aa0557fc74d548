import { type FormEvent, useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';

interface FormOptions<T> {
  /** Values that need no field; a field of the same name wins. */
  known?: Partial<T>;
  /** Called with what the schema made of the fields, and only when nothing is wrong with them. */
  onSend: (values: T) => void;
}

type Name<T> = keyof T & string;

/** What counts as filled in: an empty field that is not required is not there. */
const isGiven = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.name !== '' && (element.required || element.value !== '');

/**
 * A form of text fields that the browser keeps and a schema of the contract checks. No error is shown before
 * the first submit; from then on it is checked as they type, and the cursor is taken to the first
 * field that has an error.
 */
export function useForm<T extends object>(schema: z.ZodMiniType<T>, { known, onSend }: FormOptions<T>) {
  const ref = useRef<HTMLFormElement>(null);
  const [sentOnce, setSentOnce] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Name<T>, string>>>({});

  function check(form: HTMLFormElement) {
    const given = [...form.elements].filter(isGiven).map(({ name, value }) => [name, value]);
    const result = z.safeParse(schema, { ...known, ...(Object.fromEntries(given) as object) });
    const issues = (result.error?.issues ?? []).map(
      ({ path, message }) => [String(path[0]), message] as const,
    );
    // Of several issues with one field the first is the plainest.
    const found = Object.fromEntries(issues.toReversed()) as typeof errors;
    setErrors(found);
    return { values: result.data, found };
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSentOnce(true);
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
    /** To be spread on the form. */
    props: {
      ref,
      noValidate: true,
      onSubmit,
      onChange: (event: FormEvent<HTMLFormElement>) => void (sentOnce && check(event.currentTarget)),
    },
    /** The message of what is wrong with a field, by its name. */
    errors,
    /** Takes the cursor to a field that the server rejected, its text selected. */
    focus,
  };
}
