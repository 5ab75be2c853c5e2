// The worker that all tabs of a browser share: it holds the one line to the server.
import { Hub } from "./hub.js";

const hub = new Hub();
let pages = 0;
self.addEventListener("connect", ({ ports: [port] }) => {
  const key = `${pages++}`;
  port.addEventListener("message", ({ data }) => {
    if (data.follow) hub.follow(key, data.follow, (message) => port.postMessage(message));
    else hub.leave(key);
  });
  port.start();
});
