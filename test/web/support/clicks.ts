import type { Page } from "playwright-core";

/** Counts what somebody clicks from now on, until the page is loaded anew; keys that act as a click do not count. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`(() => {
    globalThis.clicks = 0;
    document.addEventListener("click", ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) globalThis.clicks += 1;
    }, { capture: true });
  })()`);
  return () => page.evaluate<number>("globalThis.clicks");
}
