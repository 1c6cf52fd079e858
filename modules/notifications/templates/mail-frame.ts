import type { Translate } from '#src/shared/translate.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text as HTML shows it. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/** A paragraph of HTML. */
export const paragraph = (html: string, style = '') => `<p style="margin:0 0 16px;${style}">${html}</p>`;

export const linkStyle = 'color:#b02e13';

/** What every mail looks like around its body; `footer` stands below the signature. All but the subject is HTML. */
export function framed(subject: string, body: string, t: Translate, footer = ''): string {
  const small = (html: string) => `<p style="margin:24px 0 0;color:#5f574b;font-size:14px">${html}</p>`;
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#faf6ec;color:#1c1a17;font:16px/1.5 Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font:800 20px Arial Narrow,Arial,sans-serif;border-bottom:3px solid #1c1a17;padding-bottom:8px">Podium</p>
${body}
${small(escaped(t('mail:signature')))}${footer && `\n${small(footer)}`}
</div></body></html>`;
}
