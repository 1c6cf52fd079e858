/** Parameters that links carry on: they tell where a visitor came from and change nothing (decision 1). */
const harmless = /^utm_[a-z]+$/;

/**
 * Keeps the harmless parameters of the present address on every link of this site that is followed. Done in the browser,
 * and only when a link is followed, so that kept pages do not differ by them.
 */
export function carryQueryOn(): void {
  const carry = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
    const address = new URL(link.href);
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (harmless.test(name) && !address.searchParams.has(name)) address.searchParams.set(name, value);
    }
    if (address.href !== link.href) link.href = address.pathname + address.search + address.hash;
  };
  // Before anything acts on the click; auxclick for new tabs by the middle button.
  for (const event of ['click', 'auxclick']) document.addEventListener(event, carry, { capture: true });
}
