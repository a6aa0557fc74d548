import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import styles from './PendingBar.module.css';

/**
 * A line at the top of the window while code that a page or dialog needs is loaded, or a response is awaited: visible
 * after 300 ms, announced after a second. By default it is named "Loading...".
 */
export function PendingBar({ label }: { label?: string }) {
  const { t } = useTranslation();
  const name = label ?? t('common.loading');
  useEffect(() => {
    const announcing = setTimeout(() => announce(name), 1_000);
    return () => clearTimeout(announcing);
  }, [name]);
  // Where it is rendered, other elements of the page may lie above it.
  return createPortal(<div role="progressbar" aria-label={name} className={styles.bar} />, document.body);
}
