import { textsOf, type LocaleTexts } from './locales.ts';

/** A mail to be written. */
export interface Letter {
  readonly kind: 'verify' | 'reset' | 'notice';
  readonly locale: string;
  /** The six digits; empty for a notice. */
  readonly code: string;
  /** The account's name, which only its owner gets to read; empty where a code is sent. */
  readonly name: string;
}

/** A mail as it is sent. */
export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const PAGE = { verify: '/verify-email', reset: '/reset-password', notice: '/reset-password' } as const;

/** Writes a mail, for people with and without HTML. `site` is where the product is reached. */
export function render(letter: Letter, site: string): Rendered {
  const locale = textsOf(letter.locale);
  const texts = locale[letter.kind];
  const link = site + PAGE[letter.kind];
  const fill = (text: string, name: string): string =>
    text.replace(/\{(code|name)\}/g, (_, slot: string) => (slot === 'code' ? letter.code : name));
  return {
    subject: fill(texts.subject, ''),
    // A name may run the other way than the sentence around it: isolated, it cannot turn it over.
    text: [
      texts.title,
      fill(texts.text, `\u2068${letter.name}\u2069`),
      letter.code,
      link,
      texts.otherwise,
      'Fifteen',
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: page(
      {
        title: texts.title,
        text: fill(escape(texts.text), `<bdi><strong>${escape(letter.name)}</strong></bdi>`),
        code: letter.code,
        link,
        action: texts.action,
        otherwise: texts.otherwise,
        lang: letter.locale,
      },
      locale.direction,
    ),
  };
}

const FONT = "font-family:ui-rounded,'Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif";
const INK = '#16181d';
const MUTED = '#575d69';
const ACCENT = '#1f4fd8';

/** Tables and inline styles: what mail programs understand. Dark ones invert it by themselves. */
function page(
  parts: Record<'title' | 'text' | 'code' | 'link' | 'action' | 'otherwise' | 'lang', string>,
  direction: LocaleTexts['direction'],
): string {
  const code = `<p dir="ltr" style="margin:28px 0;padding:20px 8px;border-radius:14px;background:#eef2ff;text-align:center;
font:700 36px/1.2 ui-monospace,'SF Mono',Consolas,monospace;letter-spacing:8px;text-indent:8px;color:${INK}">${parts.code}</p>`;
  return `<!doctype html>
<html lang="${parts.lang}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(parts.title)}</title>
</head>
<body style="margin:0;padding:0;background:#f1f1ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f1ec">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}"
 style="max-width:440px;background:#ffffff;border-radius:20px;${FONT}">
<tr><td style="padding:36px 32px;color:${INK};font-size:16px;line-height:1.55">
<p style="margin:0 0 24px;font-size:14px;font-weight:700;letter-spacing:1px;color:${ACCENT}">FIFTEEN</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escape(parts.title)}</h1>
<p style="margin:0">${parts.text}</p>
${parts.code ? code : '<div style="height:28px"></div>'}
<a href="${escape(parts.link)}" style="display:block;padding:14px 20px;border-radius:12px;background:${ACCENT};
color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${escape(parts.action)}</a>
<p style="margin:24px 0 0;font-size:14px;color:${MUTED}">${escape(parts.otherwise)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
