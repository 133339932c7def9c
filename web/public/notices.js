// The service worker of notifications: phones show them through one alone. It keeps nothing and answers no request.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** The tab that has this address already, or any of ours, or a new one. */
async function open(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === address);
  if (there) return there.focus();
  return self.clients.openWindow(address);
}
