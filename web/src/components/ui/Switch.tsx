import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-16">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-14 text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-chip border border-line bg-bg transition-colors duration-150 before:absolute before:-inset-2.5 after:absolute after:inset-s-[3px] after:inset-bs-[3px] after:size-5 after:rounded-chip after:bg-muted after:transition-transform after:duration-150 checked:border-accent checked:bg-accent checked:after:translate-x-5 checked:after:bg-on-accent rtl:checked:after:-translate-x-5 forced-colors:border-[ButtonText] forced-colors:after:bg-[ButtonText] forced-colors:checked:bg-[Highlight]"
      />
    </div>
  );
}
