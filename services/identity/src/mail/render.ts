import { textsOf } from './locales/index.ts';
import type { LocaleTexts } from './locales/texts.ts';

/** What a mail is made from. */
export interface MailContent {
  readonly kind: 'verify' | 'reset' | 'notice';
  readonly locale: string;
  /** The six digits; empty for a notice. */
  readonly code: string;
  /** Username of the account, only in a notice to its owner; empty in a mail with a code. */
  readonly name: string;
}

/** A mail ready to be sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const PAGE = { verify: '/verify-email', reset: '/reset-password', notice: '/reset-password' } as const;

/** Renders a mail as text and as HTML. `publicUrl` is the base of its link. */
export function renderMail(content: MailContent, publicUrl: string): RenderedMail {
  const locale = textsOf(content.locale);
  const texts = locale[content.kind];
  const link = publicUrl + PAGE[content.kind];
  const fill = (text: string, name: string): string =>
    text.replace(/\{(code|name)\}/g, (_, placeholder: string) =>
      placeholder === 'code' ? content.code : name,
    );
  return {
    subject: fill(texts.subject, ''),
    // Isolates the name: a right-to-left name must not reorder the sentence around it.
    text: [
      texts.title,
      fill(texts.text, `\u2068${content.name}\u2069`),
      content.code,
      link,
      texts.notYouNote,
      'Fifteen',
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: page(
      {
        title: texts.title,
        text: fill(escape(texts.text), `<bdi><strong>${escape(content.name)}</strong></bdi>`),
        code: content.code,
        link,
        action: texts.action,
        notYouNote: texts.notYouNote,
        lang: content.locale,
      },
      locale.direction,
    ),
  };
}

const FONT = "font-family:ui-rounded,'Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif";
const INK = '#16181d';
const MUTED = '#575d69';
const ACCENT = '#1f4fd8';

/** Uses tables and inline styles, because mail clients support little else. Dark clients invert the colours themselves. */
function page(
  values: Record<'title' | 'text' | 'code' | 'link' | 'action' | 'notYouNote' | 'lang', string>,
  direction: LocaleTexts['direction'],
): string {
  const code = `<p dir="ltr" style="margin:28px 0;padding:20px 8px;border-radius:14px;background:#eef2ff;text-align:center;
font:700 36px/1.2 ui-monospace,'SF Mono',Consolas,monospace;letter-spacing:8px;text-indent:8px;color:${INK}">${values.code}</p>`;
  return `<!doctype html>
<html lang="${values.lang}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(values.title)}</title>
</head>
<body style="margin:0;padding:0;background:#f1f1ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f1ec">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}"
 style="max-width:440px;background:#ffffff;border-radius:20px;${FONT}">
<tr><td style="padding:36px 32px;color:${INK};font-size:16px;line-height:1.55">
<p style="margin:0 0 24px;font-size:14px;font-weight:700;letter-spacing:1px;color:${ACCENT}">FIFTEEN</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escape(values.title)}</h1>
<p style="margin:0">${values.text}</p>
${values.code ? code : '<div style="height:28px"></div>'}
<a href="${escape(values.link)}" style="display:block;padding:14px 20px;border-radius:12px;background:${ACCENT};
color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${escape(values.action)}</a>
<p style="margin:24px 0 0;font-size:14px;color:${MUTED}">${escape(values.notYouNote)}</p>
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

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
