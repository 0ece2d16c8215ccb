import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { turnsDuring } from "../../../test/support/turns.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { register } from "../accounts/index.ts";
import { addMessages, fitHistory, historyOf, openChat, tooLongFor } from "./index.ts";

const COUNTED = { contextWindow: 1_000_000, countTokens: (text: string) => text.length };

describeOnDatabases("[BX-14] a long chat", ({ open }) => {
  it.each([
    ["in many messages", 1500, 10],
    ["in long messages", 40, 100_000],
  ])("%s is read from its end alone", async (_, count, length) => {
    const ports = { database: await open(), clock: systemClock };
    const account = { email: "ada@example.org", password: PASSWORD };
    const user = await register(createAccounts(ports.database), account);
    await openChat(ports, user, "s", "first");
    const messages = Array.from({ length: count }, (_message, index) => ({
      role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: `${index} `.padEnd(length, "x"),
    }));
    for (let at = 0; at < count; at += 100)
      await addMessages(ports, "s", messages.slice(at, at + 100));
    const history = await historyOf(ports, user, "s");
    expect(history.length).toBeLessThanOrEqual(1000);
    expect(history.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(
      2_000_000,
    );
    expect(history.length).toBeGreaterThan(15);
    expect(history).toEqual(messages.slice(-history.length));
  });
});

it("[BX-14] the tokens of a long message are counted with turns for others", async () => {
  const message = "x".repeat(100_000);
  expect(await turnsDuring(tooLongFor(message, COUNTED))).toBeGreaterThan(20);
  const history = [
    { role: "user", content: message },
    { role: "assistant", content: message },
  ] as const;
  expect(await turnsDuring(fitHistory(history, message, COUNTED))).toBeGreaterThan(60);
  expect(await fitHistory(history, message, COUNTED)).toEqual(history);
});
