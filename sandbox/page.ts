/** The sandbox's page: everything that left the product, so that a newcomer can read a code. It asks the JSON API. */
export const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Podium sandbox</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}
details{border-top:1px solid #8886;padding:.75rem 0}
summary{cursor:pointer;display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem}
small{opacity:.75}
iframe{width:100%;height:22rem;border:1px solid #8886;background:#fff;margin-top:.75rem}
</style></head>
<body><h1>Mailbox</h1>
<p>Mails that Podium has sent on this machine, newest first. They went nowhere else.</p>
<div id="mails" aria-live="polite">No mails yet.</div>
<script>
let shown = '';
async function refresh() {
  const mails = await fetch('/api/mails').then((r) => r.json()).catch(() => null);
  const state = JSON.stringify(mails);
  if (!mails || state === shown || mails.length === 0) return;
  shown = state;
  document.getElementById('mails').replaceChildren(...mails.map((mail) => {
    const item = document.createElement('details');
    const head = document.createElement('summary');
    const subject = document.createElement('strong');
    subject.textContent = mail.subject;
    const at = document.createElement('small');
    at.textContent = new Date(mail.at).toLocaleTimeString();
    const to = document.createElement('small');
    to.textContent = mail.to;
    head.append(subject, at, to);
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-popups');
    frame.title = mail.subject;
    frame.srcdoc = mail.html;
    item.append(head, frame);
    return item;
  }));
}
refresh();
setInterval(refresh, 2000);
</script></body></html>`;
