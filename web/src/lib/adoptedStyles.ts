import { useEffect } from 'react';

/**
 * Replaces `react-style-singleton`, with which dialogs lock the page's scroll (vite.config.ts). That package inserts
 * `<style>` elements, for which the content security policy would have to allow any inline style; an adopted style sheet
 * needs no exception. Styles hold from the first mounted component to the last.
 */
export function styleSingleton(): (props: { styles: string }) => null {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Styles({ styles }) {
    useEffect(() => {
      if (users === 0) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      };
    }, [styles]);
    return null;
  };
}
