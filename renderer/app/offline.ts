const cacheName = 'podium-offline';

/**
 * Registers the service worker and leaves it the offline page of the present language (public/sw.js shows it), without
 * anybody's name on it; its styles stand in the page. Rejects where the browser or the network does not let it.
 */
export async function prepareForOffline(language: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  await navigator.serviceWorker.register('/sw.js');
  const cache = await caches.open(cacheName);
  const address = `/offline?lng=${language}`;
  const page = await fetch(address, { credentials: 'omit' });
  const html = await page.clone().text();
  const fonts = [...html.matchAll(/"(\/assets\/[^"]+\.woff2)"/g)].map(([, file]) => file as string);
  const wanted = new Set([address, ...fonts].map((file) => new URL(file, location.href).href));
  // Files of an earlier release and the page in another language go.
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  await cache.put(address, page);
  await cache.addAll(fonts);
}
