import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWorkbench } from "./support/workbench.ts";

/** Long enough to fill a window after a few turns. */
const LONG = Array.from({ length: 12 }, (_, index) => `Line ${index} of it.\n\n`);

async function ask(page: Page, question: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Your message" });
  await field.fill(question);
  await field.press("Enter");
}

/** How the log stands, and whether the whole page, with the box, is in the window. */
async function measure(page: Page) {
  return await page.evaluate<{ isScrolled: boolean; isAtEnd: boolean; rest: number }>(`(() => {
    const log = document.querySelector(".chat-scroll");
    const { scrollHeight, clientHeight, scrollTop } = log;
    return {
      isScrolled: scrollHeight > clientHeight,
      isAtEnd: scrollHeight - clientHeight - scrollTop < 2,
      rest: document.documentElement.scrollHeight - innerHeight,
    };
  })()`);
}

describeWorkbench("the room of a chat", (workbench) => {
  it.each([
    ["a laptop", 1280, 800],
    ["a phone", 390, 844],
  ] as const)("keeps the message box in sight on %s", async (_, width, height) => {
    workbench.models.answer({ words: LONG });
    const page = await workbench.visit({
      email: `${width}@example.com`,
      path: "/chat",
      width,
      height,
    });
    const said = page.getByRole("log", { name: "What was said" });
    for (const [index, question] of ["One", "Two", "Three"].entries()) {
      await ask(page, question);
      await said.getByText("Line 11 of it.").nth(index).waitFor();
      await page.getByRole("button", { name: "Send" }).waitFor();
    }
    expect(await measure(page)).toEqual({ isScrolled: true, isAtEnd: true, rest: 0 });
    await page.reload();
    await said.getByText("Line 11 of it.").nth(2).waitFor();
    expect(await measure(page)).toEqual({ isScrolled: true, isAtEnd: true, rest: 0 });
  });
});
