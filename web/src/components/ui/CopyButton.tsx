import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '@/lib/copy.ts';
import { Button } from './Button.tsx';
import { toast } from '@/lib/toast.ts';

const CONFIRMATION_MS = 2_000;

interface CopyButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'data-autofocus'
> {
  text: string;
  label: string;
  /** Notification after copying. */
  done: string;
  /** Shows the icon only, with the label as its accessible name. */
  bare?: boolean;
}

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text, label, done, bare = false, ...rest }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return toast({ title: t('share.failed'), description: text });
    setCopied(true);
    toast({ title: done, tone: 'ok', ms: CONFIRMATION_MS });
  }

  const Icon = copied ? Check : Copy;
  return (
    <Button
      {...rest}
      size={bare ? 'icon' : 'md'}
      aria-label={bare ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon aria-hidden size={18} className={copied ? 'text-ok' : undefined} />
      {!bare && label}
    </Button>
  );
}
