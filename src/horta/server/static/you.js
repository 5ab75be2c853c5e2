// A person's page: passkeys, which the browser keeps, and dates in the reader's language.
import { remembered } from "./memory.js";
import { rememberedStudies } from "./study-memory.js";

const words = document.querySelector("#you-words")?.dataset ?? {};
const notice = document.querySelector("#notice");

function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function post(address, fields = {}) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

// What the browser answers, as JSON: buffers become text.
function written(credential) {
  const { id, type, rawId, response } = credential;
  const answer = { clientDataJSON: text(response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) answer[name] = text(response[name]);
  }
  return JSON.stringify({ id, type, rawId: text(rawId), response: answer, clientExtensionResults: {} });
}

async function create(form) {
  const asked = await post("/you/passkeys/new", Object.fromEntries(new FormData(form)));
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
  };
  return post("/you/passkeys/made", { answer: written(await navigator.credentials.create({ publicKey })) });
}

async function get() {
  const asked = await post("/you/sign-in/ask");
  const publicKey = { ...asked, challenge: bytes(asked.challenge) };
  return post("/you/sign-in/answer", { answer: written(await navigator.credentials.get({ publicKey })) });
}

const WAYS = { create, get };
for (const form of document.querySelectorAll("[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!window.PublicKeyCredential) return say(words.insecure);
    say("");
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      location.assign((await WAYS[form.dataset.passkey](form)).to);
    } catch (problem) {
      // What the browser itself says is English and long; what the house says is for people.
      say(problem instanceof DOMException ? words.failed : problem instanceof TypeError ? words.offline : problem.message);
      button.disabled = false;
      button.focus();
    }
  });
}

// A code that was scanned stands behind the address, where no server sees it.
const code = document.querySelector("input[name=code]");
const scanned = location.hash.match(/^#code=([A-Z0-9-]{8,12})$/);
if (code && scanned) {
  code.value = scanned[1];
  history.replaceState(null, "", location.pathname);
  code.form.querySelector("button").focus();
}

// What this browser holds as a guest comes along when asked to.
const bring = document.querySelector("#bring");
if (bring) {
  const held = new Set(JSON.parse(bring.dataset.held));
  const things = [
    ...remembered().filter((one) => !held.has(one.id)).map((one) => `/t/${encodeURIComponent(one.id)}/keep`),
    ...rememberedStudies().filter((one) => !held.has(`study ${one.id}`)).map((one) => `/studies/${encodeURIComponent(one.id)}/keep`),
  ];
  bring.hidden = !things.length;
  bring.addEventListener("click", async () => {
    bring.disabled = true;
    await Promise.allSettled(things.map((address) => fetch(address, { method: "POST" })));
    location.assign("/");
  });
}

const day = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time")) time.textContent = day.format(new Date(time.dateTime));
