import { describe, expect, it } from "vitest";
import type { TextRequest } from "../../platform/network/index.ts";
import { executionBaseline, type HostFacts, HostInventory } from "../hosts/index.ts";
import { joinGateway } from "./join.ts";

function host(id: string, more: Partial<HostFacts> = {}): HostFacts {
  return {
    id,
    role: "execution",
    capabilities: executionBaseline,
    env: [],
    bins: {},
    isConnected: true,
    ...more,
  };
}

describe("joining a gateway", () => {
  it("[GSV-20] [OC-17] adds its hosts for what is needed, with those that left, and keeps own ones", async () => {
    const inventory = new HostInventory();
    inventory.connect(host("own", { bins: { gh: false } }));
    inventory.need(["gh", "jq"]);
    const sent: TextRequest[] = [];
    const answer = {
      hosts: [
        host("a", { bins: { gh: true } }),
        host("gone", { bins: { gh: true }, isConnected: false }),
        host("own", { bins: { gh: true } }),
      ],
      probed: ["a"],
      skipped: [],
      silent: ["own"],
    };
    const joined = await joinGateway(inventory, {
      gateway: "ws://127.0.0.1:4817",
      token: "test-token-0123456789",
      force: true,
      request: (request) => {
        sent.push(request);
        return Promise.resolve({ kind: "answered", status: 200, text: JSON.stringify(answer) });
      },
    });
    expect(joined).toEqual({ joined: ["a", "gone"], silent: ["own"] });
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual({ bins: ["gh", "jq"], force: true });
    expect(inventory.hosts().map(({ id, bins }) => [id, bins["gh"]])).toEqual([
      ["a", true],
      ["own", false],
    ]);
    expect(inventory.known().map(({ id }) => id)).toEqual(["a", "gone", "own"]);
    inventory.close();
  });
});
