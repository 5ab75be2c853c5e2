// Days are said in the reader's language and time.
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
for (const time of document.querySelectorAll("time")) time.textContent = day.format(new Date(time.dateTime));
