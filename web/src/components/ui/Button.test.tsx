import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { newUser } from '@/test/user.ts';
import { Button } from './Button.tsx';
import { Menu } from './Menu.tsx';

it('can be focused while it is busy, also if it is disabled then, and ignores presses', async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const user = newUser();
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" busy disabled onClick={onClick}>
        Save
      </Button>
    </form>,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  await user.tab();
  const button = screen.getByRole('button', { name: 'Save' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('opens no menu while it is busy', async () => {
  const user = newUser();
  render(
    <Menu dir="ltr" trigger={<Button busy>More</Button>}>
      Profile
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'More' });
  await user.click(button);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  // The menu opens after the next frame.
  await new Promise((painted) => setTimeout(painted, 100));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('that is disabled and not busy cannot be focused', async () => {
  render(<Button disabled>Save</Button>);
  await newUser().tab();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(document.body).toHaveFocus();
});
