// The section "Payments" of the sandbox's page: the provider's dashboard, with what a tester wants to happen.
import type { Behaviour, BehaviourChanges } from '../behaviour.ts';
import type { Payment } from '../books.ts';

const section = document.createElement('div');
const switches = document.createElement('fieldset');
const list = document.createElement('div');
const said = document.createElement('p');
said.setAttribute('role', 'status');

function element<K extends keyof HTMLElementTagNameMap>(name: K, ...children: (Node | string)[]) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(`/stripe/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  said.textContent = answer.ok ? '' : result.error.message;
  if (path === 'deliver' && answer.ok) said.textContent = `${result.accepted} of ${result.sent} events were accepted.`;
  await refresh();
}

function button(label: string, press: () => Promise<void>): HTMLButtonElement {
  const made = element('button', label);
  made.type = 'button';
  made.addEventListener('click', () => void press());
  return made;
}

function amountOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** What can be done with a payment in its state: label, path, body. */
function actionsOf({ intent, charges, refunds, disputes }: Payment): [string, string, object][] {
  const path = `payments/${intent.id}`;
  if (intent.status === 'processing') {
    return [
      ['Let it succeed', `${path}/settle`, { outcome: 'succeeded' }],
      ['Let it fail', `${path}/settle`, { outcome: 'failed' }],
    ];
  }
  if (intent.status === 'requires_action') {
    return [
      ['Complete authentication', `${path}/authenticate`, { outcome: 'complete' }],
      ['Fail authentication', `${path}/authenticate`, { outcome: 'fail' }],
    ];
  }
  if (intent.status !== 'succeeded') return [];
  const charge = charges.at(-1);
  const dispute = disputes.at(-1);
  if (dispute && dispute.status !== 'won' && dispute.status !== 'lost') {
    return [
      ['Seller wins', `${path}/dispute/close`, { outcome: 'won' }],
      ['Seller loses', `${path}/dispute/close`, { outcome: 'lost' }],
    ];
  }
  const refund: [string, string, object] = ['Refund', `${path}/refund`, {}];
  const failing = refunds.filter(({ status }) => status === 'succeeded').slice(-1);
  return [
    ...(charge?.refunded || dispute?.status === 'lost' ? [] : [refund]),
    ...(charge?.refunded || dispute ? [] : ([['Dispute', `${path}/dispute`, {}]] as [string, string, object][])),
    ...failing.map(({ id }): [string, string, object] => ['Fail the refund', `refunds/${id}/fail`, {}]),
  ];
}

function stateOf({ intent, charges, disputes }: Payment): string {
  const refunded = charges.at(-1)?.amount_refunded ?? 0;
  const dispute = disputes.at(-1);
  const parts = [intent.status.replaceAll('_', ' ')];
  if (intent.last_payment_error) parts.push(String(intent.last_payment_error.message));
  if (refunded > 0) parts.push(`${amountOf(refunded, intent.currency)} refunded`);
  if (dispute) parts.push(`dispute: ${dispute.status.replaceAll('_', ' ')}`);
  return parts.join(', ');
}

function view(payment: Payment): HTMLElement {
  const { intent, charges } = payment;
  const card = charges.at(-1)?.payment_method_details?.card;
  const time = new Date(intent.created * 1_000).toLocaleTimeString();
  const actions = element(
    'p',
    ...actionsOf(payment).map(([label, path, body]) => button(label, () => post(path, body))),
  );
  return element(
    'article',
    element('header', element('strong', amountOf(intent.amount, intent.currency)), element('small', time)),
    element('p', stateOf(payment)),
    element('p', element('small', `${intent.id}${card ? `, ${card.brand} ${card.last4}` : ''}`)),
    ...(actions.childNodes.length > 0 ? [actions] : []),
  );
}

function toggle(label: string, on: boolean, changes: (on: boolean) => BehaviourChanges): HTMLLabelElement {
  const box = element('input');
  box.type = 'checkbox';
  box.checked = on;
  box.addEventListener('change', () => void post('behaviour', changes(box.checked)));
  return element('label', box, ` ${label}`);
}

function viewSwitches({ webhooks, processing, authentication }: Behaviour): (Node | string)[] {
  return [
    element('legend', 'How the provider behaves'),
    toggle('withhold webhooks', webhooks.withhold, (withhold) => ({ webhooks: { withhold } })),
    toggle('lose webhooks', webhooks.lose, (lose) => ({ webhooks: { lose } })),
    toggle('send each twice', webhooks.repeat > 1, (twice) => ({ webhooks: { repeat: twice ? 2 : 1 } })),
    toggle('send late (5 s)', webhooks.delayMs > 0, (late) => ({ webhooks: { delayMs: late ? 5_000 : 0 } })),
    toggle('withheld ones in reverse', webhooks.order === 'reversed', (reverse) => ({
      webhooks: { order: reverse ? 'reversed' : 'kept' },
    })),
    toggle('payments stay processing', processing, (stay) => ({ processing: stay })),
    toggle('authentication on a page of its own', authentication === 'redirect', (own) => ({
      authentication: own ? 'redirect' : 'dialog',
    })),
    button('Deliver withheld', () => post('deliver', {})),
  ];
}

/** The one payment that the address names, if it does. */
const asked = new URLSearchParams(location.search).get('payment');
const all = element('a', 'All payments');
all.href = '/';

const shown: Record<string, string> = {};

async function show<T>(path: string, into: HTMLElement, render: (answer: T) => (Node | string)[]): Promise<void> {
  const answer = await fetch(`/stripe/${path}`).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  if (answer === null || answer === shown[path]) return;
  shown[path] = answer;
  const focused = [...into.querySelectorAll('button, input')].indexOf(document.activeElement as Element);
  into.replaceChildren(...render(JSON.parse(answer) as T));
  if (focused >= 0) into.querySelectorAll<HTMLElement>('button, input')[focused]?.focus();
}

async function refresh(): Promise<void> {
  await show<Behaviour>('behaviour', switches, viewSwitches);
  if (asked) await show<Payment>(`payments/${encodeURIComponent(asked)}`, list, (payment) => [view(payment), all]);
  else {
    await show<Payment[]>('books/latest', list, (payments) =>
      payments.length > 0 ? payments.map(view) : ['No payments yet.'],
    );
  }
}

section.append(switches, said, list);
document.getElementById('payments')?.replaceChildren(section);
void refresh().then(() => asked && section.scrollIntoView());
setInterval(() => {
  if (!document.hidden) void refresh();
}, 2_000);
