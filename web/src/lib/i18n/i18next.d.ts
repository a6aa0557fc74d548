import 'i18next';
import type first from './locales/en/first.json';
import type later from './locales/en/later.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'first';
    fallbackNS: 'later';
    nsSeparator: false;
    resources: { first: typeof first; later: typeof later };
  }
}
