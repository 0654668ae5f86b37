// Keeps the whole page, so that it works without a network. `make app` writes the version and the files.

const OURS = "diamonds-"; // other pages of the same address have caches, too
const NAME = `${OURS}@VERSION@`;
const FILES = "@FILES@".split(" ");

const scope = /** @type {any} */ (self); // a service worker: the type checker takes it for a window

scope.addEventListener("install", (/** @type {any} */ event) => {
  // What the browser has kept may be of an older version, so the server is asked about each file. What has not changed is not sent again.
  const requests = ["./", ...FILES].map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

scope.addEventListener("message", () => scope.skipWaiting());

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(forget());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
