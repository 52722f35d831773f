// Keeps the page for use without a network. What is kept is of one version: a new one is fetched
// whole, beside the old one, and serves the next visit.

const VERSION = "@VERSION@";
const FILES = ["./", "@FILES@"];

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(VERSION)).addAll(FILES);
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const others = (await caches.keys()).filter((name) => name !== VERSION);
    await Promise.all(others.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const kept = await (await caches.open(VERSION)).match(request, { ignoreSearch: true });
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
