import { describe, expect, it } from "vitest";
import type { TextAnswer, TextRequest } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { createGatewayClient } from "./client.ts";

const TOKEN = "test-token-0123456789";
const host = {
  id: "a",
  role: "execution",
  capabilities: ["shell.exec", "of.tomorrow"],
  env: ["A"],
  bins: { gh: true },
  isConnected: true,
};

function clientOf(answer: TextAnswer | ((request: TextRequest) => TextAnswer), gateway?: string) {
  const sent: TextRequest[] = [];
  const client = createGatewayClient({
    gateway: gateway ?? "ws://127.0.0.1:4817",
    token: TOKEN,
    request: (request) => {
      sent.push(request);
      return Promise.resolve(typeof answer === "function" ? answer(request) : answer);
    },
  });
  return { client, sent };
}

function answered(status: number, body: unknown): TextAnswer {
  return { kind: "answered", status, text: JSON.stringify(body) };
}

async function problemOf(answer: TextAnswer): Promise<string> {
  try {
    await clientOf(answer).client.hosts();
  } catch (error) {
    if (SkillError.isInstance(error)) return `${error.diagnostic.code} ${error.diagnostic.message}`;
    throw error;
  }
  return "fine";
}

describe("the client of a gateway", () => {
  it("[GSV-20] reads hosts, and passes over what it does not know", async () => {
    const { client, sent } = clientOf(answered(200, { hosts: [host], more: 1 }));
    expect(await client.hosts()).toEqual({ hosts: [{ ...host, capabilities: ["shell.exec"] }] });
    expect(sent).toMatchObject([
      {
        method: "GET",
        url: "http://127.0.0.1:4817/api/hosts",
        headers: { authorization: `Bearer ${TOKEN}` },
      },
    ]);
  });

  it.each([
    ["ws://127.0.0.1:4817/hosts", "http://127.0.0.1:4817/api/hosts"],
    ["wss://x.example", "https://x.example/api/hosts"],
    ["https://x.example/team/hosts", "https://x.example/team/api/hosts"],
    ["https://x.example/team/", "https://x.example/team/api/hosts"],
  ])("takes the address that hosts are given: %s", async (gateway, url) => {
    const { client, sent } = clientOf(answered(200, { hosts: [] }), gateway);
    await client.hosts();
    expect(sent[0]?.url).toBe(url);
  });

  it("[GSV-20] asks for many programs in several requests and joins the answers", async () => {
    const { client, sent } = clientOf(({ body = "" }) => {
      const count = (JSON.parse(body) as { bins: readonly string[] }).bins.length;
      return answered(200, { hosts: [host], probed: ["a"], skipped: [], silent: [`n${count}`] });
    });
    const bins = Array.from({ length: 1001 }, (_, at) => `bin-${at}`);
    expect(await client.probe({ bins, force: true })).toMatchObject({
      hosts: [{ id: "a" }],
      probed: ["a"],
      silent: ["n1000", "n1"],
    });
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([45_000, 45_000]);
    expect(JSON.parse(sent[1]?.body ?? "")).toEqual({ bins: ["bin-1000"], force: true });
  });

  it.each<[TextAnswer, string]>([
    [
      { kind: "failed", why: "nothing listens there" },
      "host/gateway-unreachable The gateway at `http://127.0.0.1:4817` cannot be reached: nothing listens there.",
    ],
    [
      answered(401, { error: { code: "host/unauthorized", message: "No." } }),
      "host/unauthorized The gateway at `http://127.0.0.1:4817` does not accept this token.",
    ],
    [
      answered(404, { error: { code: "http/not-found", message: "No." } }),
      "host/gateway-too-old The gateway at `http://127.0.0.1:4817` does not report its hosts.",
    ],
    [
      answered(404, "no such page"),
      "host/invalid-gateway `http://127.0.0.1:4817` answered 404, which is not the answer of a gateway.",
    ],
    [
      answered(200, { hosts: [{ ...host, id: "../x" }] }),
      "host/invalid-gateway `http://127.0.0.1:4817` answered 200, which is not the answer of a gateway.",
    ],
    [
      { kind: "answered", status: 200, text: "<html>" },
      "host/invalid-gateway `http://127.0.0.1:4817` answered 200, which is not the answer of a gateway.",
    ],
  ])("says what is wrong with %j", async (answer, message) => {
    expect(await problemOf(answer)).toBe(message);
  });
});
