/** Runs in the page that is measured, from its first moment on. */

function painted() {
  return new Promise((settle) => {
    requestAnimationFrame(() => {
      // Behind the frame that is about to be drawn.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", settle);
      port1.start();
      port2.postMessage(0);
    });
  });
}

async function until(holds) {
  while (!holds()) await new Promise((resume) => requestAnimationFrame(resume));
  await painted();
  return performance.now();
}

function field() {
  return document.querySelector("input[data-search]");
}

function rows() {
  return [...document.querySelectorAll(".skills-line")].map((row) => row.textContent);
}

function says(count) {
  return document.querySelector("main").textContent.includes(count);
}

function type(text) {
  // React hears of a change only through the setter of the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field(), text);
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

async function measure(wanted) {
  const first = await until(() => field()?.disabled === false && rows().length > 0);
  type(wanted.letter);
  const interactive = await until(
    () => rows().length > 0 && rows().every((row) => row.includes(wanted.fits)),
  );
  const whole = await until(() => says(wanted.count));
  const letters = [];
  for (const { text, count } of wanted.searches) {
    const began = performance.now();
    type(text);
    letters.push((await until(() => says(count))) - began);
  }
  const files = performance.getEntriesByType("resource");
  const scripts = files.filter(({ name }) => name.endsWith(".js") && !name.includes("worker-"));
  const script = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { rows: first, interactive, whole, letters, script };
}

document.addEventListener("DOMContentLoaded", () => {
  // Both are put there by the bench.
  void measure(globalThis.wanted).then(globalThis.tellMeasured);
});
