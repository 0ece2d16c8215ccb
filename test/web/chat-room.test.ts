import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { listUsers } from "../../src/hub/accounts/index.ts";
import { addMessages, openChat } from "../../src/hub/chat/index.ts";
import { choose } from "./support/choose.ts";
import { expectAccessible } from "./support/look.ts";
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
    await expect.poll(() => measure(page)).toEqual({ isScrolled: true, isAtEnd: true, rest: 0 });
    await page.reload();
    await said.getByText("Line 11 of it.").nth(2).waitFor();
    await expect.poll(() => measure(page)).toEqual({ isScrolled: true, isAtEnd: true, rest: 0 });
  });

  it("[AF-11] shows the end of a long chat, and earlier messages when they are asked for", async () => {
    const { platform, models } = workbench;
    const email = "ivy@example.com";
    await workbench.token(email);
    const user = (await listUsers(platform.ports.accounts)).find((one) => one.email === email);
    if (user === undefined) throw new Error("There is no account.");
    await openChat(platform.ports, user, "long", "Question 0.");
    const messages = Array.from({ length: 125 }, (_, index) => [
      { role: "user" as const, content: `Question ${index}.` },
      { role: "assistant" as const, content: `Answer ${index}.` },
    ]).flat();
    await addMessages(platform.ports, "long", messages);
    const page = await workbench.visit({ email, path: "/chat?session=long" });
    const said = page.getByRole("log", { name: "What was said" });
    await said.getByText("Answer 124.").waitFor();
    await expect.poll(() => said.getByText("Question 24.").count()).toBe(0);
    // What was asked here stays where it is.
    models.answer({ words: ["All is well."] });
    await ask(page, "How are you?");
    await said.getByText("All is well.").waitFor();
    await page.getByRole("button", { name: "Show 50 earlier messages" }).click();
    await said.getByText("Question 0.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /earlier/u }).count()).toBe(0);
    const texts = async (): Promise<readonly string[]> =>
      (await said.getByRole("article").allTextContents()).map(
        (text) => /(?:Question|Answer) \d+\.|How are you\?|All is well\./u.exec(text)?.[0] ?? text,
      );
    await expect
      .poll(texts)
      .toEqual([...messages.map(({ content }) => content), "How are you?", "All is well."]);
    // The first of the page that was there is still in sight.
    await expect
      .poll(async () => (await said.getByText("Question 25.").boundingBox())?.y)
      .toBeGreaterThan(0);
  });

  it("[AF-11] keeps steps, sources, cost, failures and the choice of a chat over a reload", async () => {
    const { platform, models } = workbench;
    const email = "gus@example.com";
    const token = await workbench.token(email);
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const body = new FormData();
    body.set("file", new File(["Badges are blue."], "staff.md"));
    await platform.send("POST", "/api/v1/knowledge/handbook/upload", { token, body });
    await platform.settle();
    models.answer(
      { words: ["They are blue."] },
      { words: ["They were"], ending: "cut" },
      { status: 401 },
    );
    const page = await workbench.visit({ email, path: "/chat" });
    await choose(page.getByLabel("Knowledge base"), "handbook");
    const said = page.getByRole("log", { name: "What was said" });
    await ask(page, "Which colour have badges?");
    await said.getByText("They are blue.", { exact: true }).waitFor();
    await ask(page, "And before?");
    await said.getByRole("alert").nth(0).waitFor();
    await ask(page, "And now?");
    await said.getByText("The provider refused the key of the server.").waitFor();
    await page.reload();
    await said.getByText("They are blue.", { exact: true }).waitFor();
    await said
      .getByRole("button", { name: /staff\.md/u })
      .first()
      .waitFor();
    await said.getByText("broke off, or could not be read").waitFor();
    await said.getByText("The provider refused the key of the server.").waitFor();
    await expect.poll(() => page.getByLabel("Knowledge base").textContent()).toBe("handbook");
    await said.getByText("steps, and the cost").first().click();
    await said.getByText("Tokens out").waitFor();
    // Where there is room, what an answer is from stands beside the chat.
    await page.setViewportSize({ width: 1440, height: 900 });
    await said
      .getByRole("button", { name: /^\d+ sources?$/u })
      .first()
      .click();
    const drawer = page.getByRole("complementary", { name: "About the answer" });
    await drawer.getByRole("button", { name: "Open staff.md" }).first().waitFor();
    await drawer.getByRole("tab", { name: /^Tools and steps/u }).click();
    await drawer.getByRole("list", { name: "Steps" }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    models.answer({ words: ["Still blue."] });
    await said.getByRole("button", { name: "Try again" }).click();
    await said.getByText("Still blue.").waitFor();
    await expect.poll(() => said.getByText("And now?").count()).toBe(1);
    await page.reload();
    await said.getByText("Still blue.").waitFor();
    await expect.poll(() => said.getByText("And now?").count()).toBe(1);
  });

  it("marks an answer that was left in the middle, and finds a chat again with the text begun", async () => {
    const { promise: never } = Promise.withResolvers<void>();
    workbench.models.answer({
      words: ["It is long", " and longer"],
      beforeWord: async (index) => (index === 0 ? undefined : await never),
    });
    const page = await workbench.visit({ email: "hal@example.com", path: "/chat" });
    const said = page.getByRole("log", { name: "What was said" });
    const field = page.getByRole("combobox", { name: "Your message" });
    const toKnowledgeAndBack = async (): Promise<void> => {
      const navigation = page.getByRole("navigation");
      await navigation.getByRole("link", { name: "Knowledge" }).click();
      await page.getByRole("heading", { level: 1, name: "Knowledge" }).waitFor();
      await navigation.getByRole("link", { name: "Chat" }).click();
      await field.waitFor();
    };
    await field.fill("Not yet sent");
    await toKnowledgeAndBack();
    await expect.poll(() => field.inputValue()).toBe("Not yet sent");
    await field.fill("Tell me a story");
    await field.press("Enter");
    await said.getByText("It is long").waitFor();
    await field.fill("And then?");
    await toKnowledgeAndBack();
    await said.getByText("It is long").waitFor();
    await said.getByText("The answer broke off before its end.").waitFor();
    await said.getByRole("button", { name: "Try again" }).waitFor();
    await expect.poll(() => field.inputValue()).toBe("And then?");
    await page.getByRole("button", { name: "New chat" }).click();
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
  });

  it("completes names of skills in capital letters, and tells of one that nobody has", async () => {
    const email = "ivy@example.com";
    const token = await workbench.token(email);
    const content = "---\nname: almanac\ndescription: Tells of days.\n---\n\nTell of today.\n";
    const body = { name: "almanac", content };
    await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    const page = await workbench.visit({ email, path: "/chat" });
    const field = page.getByRole("combobox", { name: "Your message" });
    await field.fill("@AL");
    await page.getByRole("option", { name: /^@almanac/u }).waitFor();
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("@almanac ");
    await field.fill("@zzz what day is it?");
    await page.getByText("There is no skill named zzz that you can call.").waitFor();
  });
});
