// Reports what the browser measured of a page (Navigation, Resource, Paint and Server Timing) when it is
// left, as lines of JSON that `cachesim run SCENARIO --observed` reads:
//   <script src="beacon.js" data-to="/beacon"></script>
// No address and no user: paths are hashes of four bytes under a salt that the browser forgets with the tab,
// and so is the session. With data-people a random number of the browser tells people apart for 30 days.
(() => {
  const { to = "/beacon", people } = document.currentScript.dataset;
  const random = (store, key) => (store[key] ??= crypto.randomUUID());
  const session = random(sessionStorage, "observe-session");
  const salt = random(sessionStorage, "observe-salt");
  const month = Math.floor(Date.now() / 2_592_000_000);
  const person = people === undefined ? undefined : random(localStorage, `observe-person-${month}`);
  const fields = [
    "entryType", "initiatorType", "deliveryType", "contentType", "responseStatus", "startTime",
    "connectStart", "secureConnectionStart", "connectEnd", "responseStart", "responseEnd",
    "transferSize", "encodedBodySize", "decodedBodySize",
  ];
  let lines = [];
  let page;

  const hash = async path => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + path));
    return [...new Uint8Array(bytes, 0, 4)].map(byte => byte.toString(16).padStart(2, "0")).join("");
  };
  const write = (entry, name) => {
    const row = { session, person, timeOrigin: Math.round(performance.timeOrigin), name };
    for (const field of fields) if (entry[field] !== "") row[field] = entry[field];
    row.serverTiming = entry.serverTiming?.map(({ name, duration }) => ({ name, duration }));
    lines.push(JSON.stringify(row) + "\n");
  };
  const take = async entry => {
    if (entry.entryType === "paint") write(entry, entry.name);
    else if (entry.initiatorType !== "beacon") write(entry, await hash(new URL(entry.name).pathname));
  };
  hash(location.pathname).then(text => page = text);
  for (const type of ["resource", "paint"]) {
    new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true });
  }
  const send = () => {
    // A page that is left before it has loaded is a view, too.
    if (page) performance.getEntriesByType("navigation").forEach(entry => write(entry, page));
    page = undefined;
    if (lines.length > 0 && navigator.sendBeacon(to, lines.join(""))) lines = [];
  };
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && send());
  addEventListener("pagehide", send);
})();
