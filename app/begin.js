// The first script. The service worker fetches the whole page, before the page asks for it: a first visit loads everything once. Later the
// page comes from its cache, until a new version is there, which the next load of the page takes over.

const PATIENCE = 60_000; // milliseconds for all files; then the page asks for those that it needs

/** Lets a new version take over, and loads the page anew from it. @param {ServiceWorkerContainer} workers @param {ServiceWorker} waiting */
function renew(workers, waiting) {
  workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take over");
}

/** Whether the page can go on to load; else it is loaded anew. @param {ServiceWorkerContainer} workers */
async function isReady(workers) {
  const registration = await workers.register("sw.js");
  const { waiting, installing, active } = registration;
  if (waiting && workers.controller) {
    renew(workers, waiting);
    return false;
  }
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", async () => {
      if (worker.state !== "installed" || !workers.controller) return;
      const { notify } = await import("page/ui.js");
      notify("There is a new version of this page.", "Load it", () => renew(workers, worker));
    });
  });
  // An app that stays open for days.
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
  if (installing && !active) {
    await new Promise((done) => {
      workers.addEventListener("controllerchange", done, { once: true });
      installing.addEventListener("statechange", () => installing.state === "redundant" && done(null));
      setTimeout(done, PATIENCE);
    });
  }
  return true;
}

const { serviceWorker } = navigator; // only over https, or on the same machine
if (!serviceWorker || (await isReady(serviceWorker).catch(() => true))) await import("./phone.js");
