// The service worker: shows messages while no page is open, and leads to the table. It keeps nothing
// and answers no page's requests: a house that is away is away.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const at = (client, path) => new URL(client.url).pathname === path;

// Who has the table before their eyes needs no message; browsers allow silence only then.
async function show(said) {
  const seen = (await windows()).some((one) => at(one, said.to) && one.focused);
  if (seen) return;
  const actions = [{ action: "stop", title: said.stop_title }];
  await self.registration.showNotification(said.title, {
    body: said.body, lang: said.lang, tag: said.to, icon: "/pieces/mark.svg", actions,
    data: { to: said.to, stop: said.stop },
  });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

async function open(path) {
  const there = (await windows()).find((one) => at(one, path));
  return there ? there.focus() : self.clients.openWindow(path);
}

self.addEventListener("notificationclick", (event) => {
  const { to, stop } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "stop" ? fetch(stop, { method: "POST" }) : open(to));
});

// The browser has moved its messages to another place: the house is told where.
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  if (!old) return;
  event.waitUntil((async () => {
    const next = event.newSubscription ?? await self.registration.pushManager.subscribe(old.options);
    const body = new URLSearchParams({ old: JSON.stringify(old), new: JSON.stringify(next) });
    await fetch("/bell/moved", { method: "POST", body });
  })());
});
