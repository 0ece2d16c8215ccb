import { describe, expect, it } from "vitest";
import { findSecrets } from "./secrets.ts";

// Put together here, so that this file holds nothing that a scanner of secrets would find.
const random = "x8Kq2LmZ0aPv7RtYw3EsNc9UbH1JdGf5Vo4XiT6eWlBrMhCkQyDgOnSpFjAzIuKx8Nm2Lq0Zv";
const letters = random
  .toUpperCase()
  .replaceAll(/[^A-Z2-7]/gu, "")
  .slice(0, 16);
const password = random.slice(0, 10);
const claims = btoa('{"iss":"acme","sub":"ida"}').replaceAll("=", "");

function names(text: string): readonly string[] {
  return findSecrets(text).map(({ name, start, end }) => `${name}: ${text.slice(start, end)}`);
}

describe("secrets", () => {
  it.each([
    ["AWS access key", `AKIA${letters}`],
    ["GitHub token", `ghp_${random.slice(0, 36)}`],
    ["GitHub token", `github_pat_${random.slice(0, 22)}_${random.slice(0, 59)}`],
    ["GitLab token", `glpat-${random.slice(0, 20)}`],
    ["Slack token", `xoxb-290184756021-${random.slice(0, 24)}`],
    ["OpenAI key", `sk-proj-${random.slice(0, 48)}`],
    ["OpenAI key", `sk-${random.slice(0, 20)}T3BlbkFJ${random.slice(30, 50)}`],
    ["Anthropic key", `sk-ant-api03-${random.slice(0, 70)}`],
    ["Google API key", `AIza${random.slice(0, 35)}`],
    ["Stripe key", `sk_live_${random.slice(0, 24)}`],
    // Numbers of rooms and bots hold what looks like a row by chance.
    ["Slack token", `xoxb-290177776021-${random.slice(0, 24)}`],
    ["Hugging Face token", `hf_${random.slice(0, 34)}`],
    ["SendGrid key", `SG.${random.slice(0, 22)}.${random.slice(0, 43)}`],
    ["Telegram bot token", `640291753:AA${random.slice(0, 33)}`],
    ["npm token", `npm_${random.slice(0, 36)}`],
    ["JSON web token", `eyJhbGciOiJIUzI1NiJ9.${claims}.${random.slice(0, 43)}`],
  ])("such as a %s are found", (name, secret) => {
    expect(names(`KEY="${secret}" and more`)).toEqual([`${name}: ${secret}`]);
  });

  it("in addresses, key files and credential files are found without what surrounds them", () => {
    const key = random.slice(0, 40);
    expect(names(`postgres://app:${password}@db.acme.io/x`)).toEqual([
      `password in an address: ${password}`,
    ]);
    expect(names(`-----BEGIN RSA PRIVATE KEY-----\n${random.slice(0, 64)}\n`)).toEqual([
      `private key: ${random.slice(0, 64)}`,
    ]);
    expect(names(`export AWS_SECRET_ACCESS_KEY=${key}`)).toEqual([`AWS secret key: ${key}`]);
    expect(names(`aws_secret_access_key = ${key}\n`)).toEqual([`AWS secret key: ${key}`]);
    expect(names(`secretAccessKey: "${key}"`)).toEqual([`AWS secret key: ${key}`]);
    const id = `AKIA${letters}`;
    expect(names(`aws_access_key_id = ${id}\naws_secret_access_key = ${key}\n`)).toEqual([
      `AWS access key: ${id}`,
      `AWS secret key: ${key}`,
    ]);
    const bot = `640291753:AA${random.slice(0, 33)}`;
    expect(names(`https://api.telegram.org/bot${bot}/getMe`)).toEqual([
      `Telegram bot token: ${bot}`,
    ]);
    const hook = `https://${["hooks", "slack", "com"].join(".")}/services/T02AB3CDE/B04FG5HJK`;
    expect(names(`${hook}/${random.slice(0, 24)}`)).toEqual([
      `Slack webhook: ${random.slice(0, 24)}`,
    ]);
  });

  it.each([
    "sk-...",
    "sk-proj-YOUR_API_KEY_HERE_WITH_MANY_CHARACTERS_IN_IT",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
    "AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "aws_secret_access_key = var.aws_secret_access_key",
    "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "xoxb-000000000000-XXXXXXXXXXXXXXXXXXXXXXXX",
    "task-ant-colony-and-a-long-name-for-the-whole-thing-to-do-here",
    "postgres://user:password@db.acme.io/x",
    "postgres://app:h7Gk29sLqP@localhost/x",
    "https://user:${TOKEN_2}@acme.io",
    "http://localhost:3000/a@b",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"anon"}').replaceAll("=", "")}.${random.slice(0, 43)}`,
  ])("are not seen in %j", (text) => {
    expect(names(text)).toEqual([]);
  });
});
