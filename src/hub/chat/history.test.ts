import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { turnsDuring } from "../../../test/support/turns.ts";
import { PASSWORD } from "../../../test/support/users.ts";
import { systemClock } from "../../platform/machine/index.ts";
import { register } from "../accounts/index.ts";
import {
  addMessages,
  fitHistory,
  forgetQuestion,
  readHistory,
  saveTranscript,
  openChat,
  tooLongFor,
} from "./index.ts";

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
    const history = await readHistory(ports, user, "s");
    expect(history.length).toBeLessThanOrEqual(1000);
    expect(history.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(
      2_000_000,
    );
    expect(history.length).toBeGreaterThan(15);
    expect(history).toEqual(messages.slice(-history.length));
  });
});

describeOnDatabases("[BX-14] the size of a chat", ({ open }) => {
  it("counts how its answers came about, once each and until they are gone", async () => {
    const ports = { database: await open(), clock: systemClock };
    const account = { email: "ada@example.org", password: PASSWORD };
    const user = await register(createAccounts(ports.database), account);
    await openChat(ports, user, "s", "first");
    const sizes = async (): Promise<readonly number[]> => {
      const { rows } = await sql<{ size: number | string; stored: number | string }>`select size,
        (select coalesce(sum(octet_length(content) + coalesce(octet_length(course), 0)), 0)
          from chat_messages where session_id = 's') as stored from chat_sessions`.execute(
        ports.database.query,
      );
      return rows.flatMap(({ size, stored }) => [Number(size), Number(stored)]);
    };
    await addMessages(ports, "s", [{ role: "user", content: "Wie groß?" }]);
    const course = { request_id: "r", kb_id: null, model: null };
    for (const length of [5000, 9000, 100]) {
      const events = [{ event: "step", data: { text: "ö".repeat(length) } }];
      await saveTranscript(ports, "s", 0, { ...course, events });
      const [size, stored] = await sizes();
      expect(size).toBe(stored);
      expect(size).toBeGreaterThan(2 * length);
    }
    await forgetQuestion(ports, "s", "Wie groß?");
    expect(await sizes()).toEqual([0, 0]);
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
