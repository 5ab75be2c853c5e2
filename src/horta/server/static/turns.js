// How a person hears of a turn: the switch for this browser, and the time zone that it is in.
import { canPush, postForm, subscribed } from "./push.js";

const part = document.querySelector("#turns"), notice = document.querySelector("#notice");
const here = part.querySelector("[data-push]");

function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
  if (text) notice.scrollIntoView({ block: "center" });
}

if (here && canPush()) {
  here.hidden = false;
  here.addEventListener("click", async () => {
    say("");
    here.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") return say(part.dataset.denied);
      await postForm("/you/messages/browsers", { answer: await subscribed(here.dataset.push) });
      location.reload();
    } catch (problem) {
      // What the browser itself says is English and long; what the house says is for people.
      say(problem instanceof DOMException || problem instanceof TypeError ? part.dataset.failed : problem.message);
    } finally {
      here.disabled = false;
    }
  });
}

const zone = part.querySelector("input[name=zone]");
if (part.dataset.fresh) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? zone.value;
