import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { until } from "../support/wait.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";

function skillOf(name: string, description: string): string {
  return `---
name: ${name}
description: ${description}
inputs:
  - { name: text, label: Text, required: true }
  - { name: language, label: Language, default: French }
---

Put into {{language}}: {{text}}
`;
}

describeWorkbench("the page of chats", (workbench) => {
  it("[AF-11] calls a skill by @ with the keyboard alone, and keeps what was said", async () => {
    const token = await workbench.token(EMAIL);
    for (const [name, description] of [
      ["translate", "Puts a text into another language."],
      ["transcribe", "Writes down what is said in a recording."],
      ["summarize", "Makes a long text short."],
    ] as const) {
      const body = { name, content: skillOf(name, description) };
      const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
      expect(made.status).toBe(201);
    }
    const { models } = workbench;
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    models.answer({
      words: ["*Bonjour*", " le monde.", "\n\n- bonjour: hello\n- monde: world\n"],
      beforeWord: async (index) => (index === 0 ? undefined : await goOn),
    });
    const page = await workbench.visit({ email: EMAIL, path: "/chat" });
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("@tran");
    await page.getByRole("option", { name: /^@transl/u }).waitFor();
    await takePictures(page, "chat-completion");
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const field = page.getByRole("combobox", { name: "Your message" });
    await expect.poll(() => field.inputValue()).toBe("@translate ");
    await page.getByText("Your text becomes “Text” of translate.", { exact: false }).waitFor();
    await page.keyboard.type("language=German Hello, world");
    await page.keyboard.press("Enter");
    const said = page.getByRole("log", { name: "What was said" });
    await said.getByText("Bonjour").waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    resolve();
    await said.getByRole("listitem").getByText("monde: world").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(models.requests.at(-1)?.body.messages?.at(-1)?.content).toContain(
      "Put into German: Hello, world",
    );
    await said.getByText("steps, and the cost").click();
    await said.getByText("Load translate").waitFor();
    await said.getByText("Tokens out").waitFor();
    await takePictures(page, "chat");
    await expectAccessible(page);
    await page.reload();
    await said.getByText("@translate language=German Hello, world").waitFor();
    await said.getByText("monde: world").waitFor();
  });

  it("[AF-14] tells a failure calmly, tries again, and stops an answer", async () => {
    const { models } = workbench;
    const email = "bob@example.com";
    const page = await workbench.visit({ email, path: "/chat" });
    models.answer({ status: 400 }, { words: ["All is well."] });
    const field = page.getByRole("combobox", { name: "Your message" });
    await field.fill("How are you?");
    await page.getByRole("button", { name: "Send" }).click();
    const said = page.getByRole("log", { name: "What was said" });
    await said.getByRole("alert").getByText("Chat generation failed").waitFor();
    await takePictures(page, "chat-failed");
    await said.getByRole("button", { name: "Try again" }).click();
    await said.getByText("All is well.").waitFor();
    const { promise: never } = Promise.withResolvers<void>();
    models.answer({
      words: ["It is long", " and longer"],
      beforeWord: async (index) => (index === 0 ? undefined : await never),
    });
    await field.fill("@nobody tell me a story");
    await field.press("Enter");
    await said.getByRole("alert").getByText("Skill 'nobody' not found").waitFor();
    await field.fill("Tell me a story");
    await field.press("Enter");
    await said.getByText("It is long").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await said.getByText("You stopped it before its end.").waitFor();
    await until("the model is left", () => models.requests.at(-1)?.isCancelled === true);
  });

  it("answers from a knowledge base, deletes a chat, and shows none of somebody else", async () => {
    const { platform, models } = workbench;
    const token = await workbench.token(EMAIL);
    await platform.send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const body = new FormData();
    body.set("file", new File(["Badges are blue."], "staff.md"));
    await platform.send("POST", "/api/v1/knowledge/handbook/upload", { token, body });
    await platform.settle();
    models.answer({ words: ["They are blue [1]."] });
    const page = await workbench.visit({ email: EMAIL, path: "/chat", width: 390, height: 780 });
    await choose(page.getByLabel("Knowledge base"), "handbook");
    await page.getByRole("combobox", { name: "Your message" }).fill("Which colour have badges?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("They are blue [1].").waitFor();
    await page.getByRole("button", { name: /^1 staff\.md/u }).click();
    const source = page.getByRole("dialog", { name: "staff.md" });
    await source.locator("mark").filter({ hasText: "Badges are blue." }).waitFor();
    await takePictures(page, "chat-source-phone");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await takePictures(page, "chat-phone");
    await expectAccessible(page);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("button", { name: "Chats", exact: true }).click();
    const chats = page.getByRole("list", { name: "Chats" });
    await takePictures(page, "chat-phone-list");
    await chats.getByRole("button", { name: "Delete Which colour have badges?" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Deleted the chat.").waitFor();
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
    const kept = await platform.send("GET", "/api/v1/chat/sessions", { token });
    expect(JSON.stringify(kept.json)).not.toContain("badges");
    const other = await workbench.visit({ email: "eve@example.com", path: "/chat" });
    await other.getByText("Your chats appear here.").waitFor();
  });
});
