// Shows the offline page where a page cannot be reached; everything else goes its usual way. The site leaves the page and
// its styles, in the visitor's language, in the cache (renderer/offline.ts).
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(offlinePage));
  else if (['style', 'font'].includes(request.destination)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

async function offlinePage() {
  const cache = await caches.open('podium-offline');
  const page = (await cache.keys()).find((request) => new URL(request.url).pathname === '/offline');
  return (page && (await cache.match(page))) ?? Response.error();
}
