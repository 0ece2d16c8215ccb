import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readFiles } from "../../../test/support/source.ts";
import {
  PLATFORM_VARIABLES,
  platformSettingsSchema,
  readPlatformSettings,
  readSecrets,
  summarize,
} from "./index.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
}

/** Every key that a file may have; `*` stands for a name of one's own. */
function keysOf(schema: Schema, path: readonly string[] = []): readonly string[] {
  const { properties, additionalProperties: rest } = schema;
  const own = Object.entries(properties ?? {}).flatMap(([name, part]) =>
    keysOf(part, [...path, name]),
  );
  if (typeof rest === "object" && Object.keys(rest).length > 0)
    return [...own, ...keysOf(rest, [...path, "*"])];
  return own.length > 0 ? own : [path.join(".")];
}

const page = readFiles(["docs/reference"], /\/server-settings\.md$/u)[0]?.text ?? "";

describe("the reference of the settings", () => {
  it("lists every key that a file may have, and no other", () => {
    const schema = z.toJSONSchema(platformSettingsSchema, { io: "input" }) as Schema;
    const listed = [...page.matchAll(/^\| `([$a-zA-Z.*]+)` \| .*\|.*\|$/gmu)].map((row) => row[1]);
    const known = keysOf(schema).filter((key) => !key.startsWith("models.providers.*.models."));
    expect(new Set(listed)).toEqual(new Set(known));
  });

  it("lists every variable with what it says", () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.*) \|$/gmu)].map(
      (row) => [row[1] ?? "", row[2] ?? ""] as const,
    );
    expect(Object.fromEntries(rows)).toEqual(PLATFORM_VARIABLES);
  });
});

describe("settings", () => {
  it("take what the environment says, and print no secret", () => {
    const environment = {
      DATABASE_URL: "postgres://me:planted-1@db:5432/x?sslpassword=planted-2",
      OPENAI_API_KEY: "planted-3",
      SKILLWRIGHT_METRICS_TOKEN: "planted-4",
      SKILLWRIGHT_ADMIN_PASSWORD: "planted-5",
      SKILLWRIGHT_REGISTRATION: "closed",
    };
    const settings = readPlatformSettings({ value: { stopSeconds: 5 }, environment });
    expect(settings).toMatchObject({ registration: false, stopSeconds: 5, log: "requests" });
    const lines = summarize(settings, "data");
    expect(lines.join("\n")).not.toContain("planted");
    expect(readSecrets(settings, environment).toSorted()).toEqual([
      "planted-1",
      "planted-3",
      "planted-4",
      "planted-5",
    ]);
  });

  it("name what is wrong with its place", () => {
    expect(() =>
      readPlatformSettings({ value: { limits: { run: { count: 0 } } }, environment: {} }),
    ).toThrow("limits.run.count");
    expect(() => readPlatformSettings({ value: { port: 1 }, environment: {} })).toThrow("port");
  });
});
