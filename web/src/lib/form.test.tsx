import { render, screen } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useForm } from './form.ts';

const letter = z.object({
  to: z.string().check(z.trim(), z.minLength(1, 'TO_REQUIRED'), z.maxLength(5, 'TO_LONG')),
  text: z.string().check(z.minLength(3, 'TEXT_SHORT'), z.regex(/^[a-z]+$/, 'TEXT_ODD')),
  copy: z.optional(z.string().check(z.minLength(2, 'COPY_SHORT'))),
  stamp: z.optional(z.string()),
});

const onSend = vi.fn();

function Letter() {
  const form = useForm(letter, { onSend, known: { stamp: 'red' } });
  return (
    <form {...form.props}>
      <input name="to" aria-label="to" required />
      <input name="text" aria-label="text" required />
      <input name="copy" aria-label="copy" />
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.focus('to')}>
        Mend
      </button>
      <output>{JSON.stringify(form.errors)}</output>
    </form>
  );
}

function open() {
  onSend.mockReset();
  render(<Letter />);
  return newUser();
}

const wrong = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('a form', () => {
  it('says nothing while it is filled in for the first time', async () => {
    const user = open();
    await user.type(field('text'), 'a');
    expect(wrong()).toEqual({});
  });

  it('sent with mistakes, says the first of each field, and takes the cursor to the first of all', async () => {
    const user = open();
    await user.type(field('copy'), 'x{Enter}');
    expect(wrong()).toEqual({ to: 'TO_REQUIRED', text: 'TEXT_SHORT', copy: 'COPY_SHORT' });
    expect(field('to')).toHaveFocus();
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sent with mistakes, is checked from then on as it is typed', async () => {
    const user = open();
    await user.type(field('to'), 'mina{Enter}');
    expect(field('text')).toHaveFocus();
    await user.keyboard('hel');
    expect(wrong()).toEqual({});
    await user.keyboard('9');
    expect(wrong()).toEqual({ text: 'TEXT_ODD' });
  });

  it('sends what the schema made of it, with what is known and without what is left empty', async () => {
    const user = open();
    await user.type(field('to'), ' mina ');
    await user.type(field('text'), 'hello{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ to: 'mina', text: 'hello', stamp: 'red' });
  });

  it('takes the cursor to a field that was rejected, its text selected', async () => {
    const user = open();
    await user.type(field('to'), 'mina');
    await user.click(screen.getByRole('button', { name: 'Mend' }));
    expect(field('to')).toHaveFocus();
    expect(field('to').selectionEnd).toBe(4);
  });
});
