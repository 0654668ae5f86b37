// Keeps the whole page, so that it works without a network. `make app` writes the version and the files.

const VERSION = "@VERSION@";
const FILES = "@FILES@".split(" ");

const scope = /** @type {any} */ (self); // a service worker: the type checker takes it for a window

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(["./", ...FILES])));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(forget());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
