/** The sandbox's page: everything that left the product, so that a newcomer can read a code. It asks the JSON API. */
export const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Podium sandbox</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}
main{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:2rem}
.wide{grid-column:1/-1}
@media (max-width:48rem){main{grid-template-columns:minmax(0,1fr)}}
article{border:1px solid #8886;border-radius:1rem;padding:.5rem 1rem;margin-bottom:.75rem}
article p{margin:.25rem 0;white-space:pre-line;overflow-wrap:anywhere}
article header{display:flex;justify-content:space-between;gap:1rem}
details{border-top:1px solid #8886;padding:.75rem 0}
summary{cursor:pointer;display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem}
small{opacity:.75}
fieldset{border:1px solid #8886;border-radius:1rem;margin:0 0 .75rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
button{font:inherit;padding:.25rem .75rem;margin:.25rem .5rem .25rem 0}
iframe{width:100%;height:22rem;border:1px solid #8886;background:#fff;margin-top:.75rem}
</style></head>
<body><main>
<section><h1>Mailbox</h1>
<p>Mails that Podium has sent on this machine, newest first. They went nowhere else.</p>
<div id="mails" aria-live="polite">No mails yet.</div></section>
<section><h1>Phone</h1>
<p>Text messages, to whatever number.</p>
<div id="sms" aria-live="polite">No text messages yet.</div></section>
<section class="wide"><h1>Payments</h1>
<p>No money moves. Pay with 4242 4242 4242 4242, any date to come and any code. These cards do something else:
4000 0000 0000 0002 is declined, 4000 0000 0000 9995 lacks funds, 4000 0000 0000 0069 has expired,
4000 0000 0000 0127 has a wrong code, 4000 0025 0000 3155 asks the buyer to authenticate,
4000 0000 0000 0259 is disputed soon after.</p>
<div id="payments"></div></section>
</main>
<script src="/stripe/payments.js" defer></script>
<script>
const element = (name, text, ...children) => {
  const made = document.createElement(name);
  made.append(...(text === undefined ? [] : [text]), ...children);
  return made;
};
const time = (at) => new Date(at).toLocaleTimeString();
const views = {
  mails(mail) {
    const frame = element('iframe');
    frame.setAttribute('sandbox', 'allow-popups');
    frame.title = mail.subject;
    frame.srcdoc = mail.html;
    const head = [element('strong', mail.subject), element('small', time(mail.at)), element('small', mail.to)];
    const more = mail.headers['list-unsubscribe-post'] ? [unsubscribe(mail.headers['list-unsubscribe'])] : [];
    return element('details', undefined, element('summary', undefined, ...head), ...more, frame);
  },
  sms({ to, text, at }) {
    const content = element('p');
    for (const part of text.split(/(https?:\\/\\/\\S+)/)) {
      if (!part.startsWith('http')) content.append(part);
      else content.append(Object.assign(element('a', part), { href: part, target: '_blank', rel: 'noreferrer' }));
    }
    return element('article', undefined, element('header', undefined, element('small', to), element('small', time(at))), content);
  },
};
// The button of a mail program (RFC 8058): it posts a form to the address in the header.
const unsubscribe = (header) => {
  const button = element('button', 'Unsubscribe');
  button.onclick = async () => {
    const [address] = /https?:[^>]+/.exec(header);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    await fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'omit', body });
    button.replaceWith(element('p', 'Asked to unsubscribe.'));
  };
  return button;
};
const shown = {};
async function refresh() {
  for (const [name, view] of Object.entries(views)) {
    const messages = await fetch('/api/' + name).then((r) => r.json()).catch(() => null);
    const state = JSON.stringify(messages);
    if (!messages || state === shown[name] || messages.length === 0) continue;
    shown[name] = state;
    document.getElementById(name).replaceChildren(...messages.map(view));
  }
}
refresh();
setInterval(refresh, 2000);
</script></body></html>`;
