import { describe, expect, it } from "vitest";
import { mergeSecrets, redactSecrets } from "./merge.ts";

const token = ["ghp", "x8Kq2LmZ0aPv7RtYw3EsNc9UbH1JdGf5Vo4X"].join("_");

function whole(text: string, name = "found"): { name: string; start: number; end: number } {
  return { name, start: 0, end: text.length };
}

describe("mergeSecrets", () => {
  it("tells a secret that both know once, by the name of the linter", () => {
    expect(mergeSecrets(token, [whole(token)])).toEqual([
      { name: "GitHub token", start: 0, end: 40 },
    ]);
  });

  it("adds what only the library knows", () => {
    const figma = ["figd", "Kq2LmZ0aPv7RtYw3EsNc9UbH1JdGf5Vo4X81"].join("_");
    expect(mergeSecrets(figma, [whole(figma, "Figma token")])).toEqual([
      whole(figma, "Figma token"),
    ]);
  });

  it("points at the password alone where it stands in an address", () => {
    const text = ["mongodb://app", "h7Gk29sLqPz4@db.acme.io/sales"].join(":");
    expect(mergeSecrets(text, [whole(text)])).toEqual([
      { name: "password in an address", start: 14, end: 26 },
    ]);
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-ant-api03-YOUR_API_KEY",
    "https://user:password@host.example.com/",
    "postgres://postgres:postgres@localhost:5432/app",
    "mysql://root:hunter2@db:3306/app",
    "https://${USER}:${TOKEN}@git.acme.io/x",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
  ])("says nothing of the placeholder `%s`", (text) => {
    expect(mergeSecrets(text, [whole(text)])).toEqual([]);
  });
});

describe("redactSecrets", () => {
  it("leaves the beginning of each secret, and the text around it", () => {
    const text = `a ${token} b ${token} c`;
    expect(redactSecrets(text, mergeSecrets(text, []))).toBe("a ghp_… b ghp_… c");
  });
});
