// Messages to this browser, also when it is closed: the service worker takes them.
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const same = (buffer, key) => buffer && String(new Uint8Array(buffer)) === String(bytes(key));

export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function postForm(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

// Where messages to this browser go, for the key of this house. Whoever has not been asked is asked.
export async function subscribed(key) {
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  if (old && same(old.options.applicationServerKey, key)) return JSON.stringify(old);
  await old?.unsubscribe();
  return JSON.stringify(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
}

// Neither the house nor the browser keeps anything of it.
export async function silence() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  const old = await worker?.pushManager.getSubscription();
  if (!old) return;
  await postForm("/bell/off", { answer: JSON.stringify(old) });
  await old.unsubscribe();
}
