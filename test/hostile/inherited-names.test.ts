/** Words that every object of JavaScript knows: where strangers may write a word, they are words like any other. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openModels, readModelSettings } from "../../src/run/models/index.ts";
import { isAtLeast } from "../../src/run/authority/scopes.ts";
import { sentenceFor } from "../../src/run/authority/sentences.ts";
import { askAs, openRegistry, type RegistryServer } from "../support/registry-server.ts";

const words = Object.getOwnPropertyNames(Object.prototype);
const lower = [...new Set(["constructor", ...words.filter((word) => /^[a-z]+$/u.test(word))])];

let registry: RegistryServer;
let token = "";
const { publish } = askAs(() => [registry, token]);
beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.org");
  await publish("letters");
});
afterAll(() => registry.close());

describe("[BX-14] a word that every object knows", () => {
  const versions = [
    "/registry/api/v1/skills/letters/WORD",
    "/npm/@skills/letters/WORD",
    "/npm/@skills/letters/-/letters-WORD.tgz",
    "/d/letters@WORD.zip",
    "/s/letters@WORD/.well-known/agent-skills/index.json",
    "/gaia/skills/letters/WORD/SKILL.md",
    "/clawhub/api/v1/skills/letters/versions/WORD",
    "/clawhub/api/v1/skills/letters/file?path=SKILL.md&version=WORD",
    "/clawhub/api/v1/download?slug=letters&tag=WORD",
  ];
  it.each(versions)("is no version: %s", async (path) => {
    for (const word of [...lower, "__proto__", "hasOwnProperty"]) {
      const { status } = await registry.send("GET", path.replace("WORD", word));
      expect([word, status]).toEqual([word, 404]);
    }
  });

  it("is no order of a list", async () => {
    for (const word of words) {
      const { status } = await registry.send("GET", `/clawhub/api/v1/skills?sort=${word}`);
      expect([word, status]).toEqual([word, 400]);
    }
  });

  it("is no provider of models", () => {
    const settings = readModelSettings({ default: "constructor:x", providers: {} });
    const models = openModels({ settings, environment: {} });
    expect(() => models.resolve("constructor:x")).toThrow(/model/u);
  });

  it("is no level and no domain of permissions", () => {
    expect(isAtLeast("constructor", "read")).toBe(false);
    expect(isAtLeast("read", "constructor")).toBe(true);
    const permission = { domain: "constructor", level: "none", text: "constructor:none" } as never;
    expect(sentenceFor(permission, false)).toBe("Never use constructor.");
  });
});
