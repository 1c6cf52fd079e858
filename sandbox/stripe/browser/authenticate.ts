// The page of the buyer's bank: in a dialog over the shop, or in place of it.
import { answer, tell } from './inside.ts';

const query = new URLSearchParams(location.search);
const inDialog = window.parent !== window;

// In a dialog the shop's page has the landmarks already.
const content = document.createElement(inDialog ? 'div' : 'main');
const title = document.createElement('h1');
title.textContent = '3D Secure 2 Test Page';
const text = document.createElement('p');
text.textContent = "This is the sandbox's stand-in for your bank. No money moves. Choose how the bank decides.";
const problem = document.createElement('p');
problem.setAttribute('role', 'alert');
const actions = document.createElement('div');
actions.className = 'actions';

function action(label: string, outcome: 'complete' | 'fail'): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.className = outcome === 'complete' ? 'primary' : '';
  button.addEventListener('click', () => void decide(outcome));
  return button;
}

async function decide(outcome: 'complete' | 'fail'): Promise<void> {
  const buttons = actions.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;
  const given = {
    payment_intent: query.get('payment_intent'),
    client_secret: query.get('payment_intent_client_secret'),
    outcome,
  };
  const response = await fetch('/stripe/authenticate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
  }).catch(() => null);
  if (!response?.ok && !inDialog) {
    const { error } = (await response?.json().catch(() => null)) ?? {};
    problem.textContent = error?.message ?? 'The sandbox does not answer.';
    for (const button of buttons) button.disabled = false;
    return;
  }
  if (inDialog) return tell('authenticated', null);
  const { return_url: returnUrl } = await (response as Response).json();
  location.assign(returnUrl);
}

actions.append(action('Complete authentication', 'complete'), action('Fail authentication', 'fail'));
content.append(title, text, actions, problem);
document.body.append(content);
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && inDialog) void decide('fail');
});
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) actions.querySelector('button')?.focus();
});
new ResizeObserver(() => tell('resize', { height: Math.ceil(content.getBoundingClientRect().height) })).observe(
  content,
);
if (inDialog) actions.querySelector('button')?.focus();
answer({
  async fail() {
    await decide('fail');
    return null;
  },
});
