import { expect, it } from "vitest";
import { HostInventory } from "./index.ts";
import { emit } from "./emit.ts";

it("tells everybody, also after one who throws, and spares whoever caused the event", async () => {
  const heard: string[] = [];
  const faults: unknown[] = [];
  const before = process.rawListeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => faults.push(error));
  try {
    emit<string>(
      [
        () => {
          throw new Error("A fault of the listener.");
        },
        (event) => heard.push(event),
      ],
      "news",
    );
    await new Promise((settle) => {
      setImmediate(settle);
    });
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of before) process.on("uncaughtException", listener as () => void);
  }
  expect(heard).toEqual(["news"]);
  expect(faults).toEqual([new Error("A fault of the listener.")]);
});

it("[OC-17] remembers what a host had that came back, until it answers", () => {
  const inventory = new HostInventory();
  const facts = {
    id: "mac",
    role: "execution",
    capabilities: ["shell.exec"],
    tools: [],
    toolCapabilities: {},
    os: "macos",
    platform: "darwin",
    env: [],
    bins: {},
    allowsCommands: true,
    isConnected: true,
  } as const;
  inventory.need(["osascript"]);
  const asked: string[] = [];
  const link = {
    send: ({ id }: { readonly id: string }) => {
      asked.push(id);
      return true;
    },
  };
  const first = inventory.connect(facts, link);
  first.answer({ probeId: asked[0] ?? "", bins: { osascript: true } });
  first.disconnect();
  const second = inventory.connect(facts, link);
  const bins = (): readonly unknown[] =>
    inventory.remembered().map(({ isConnected, bins: known }) => [isConnected, known]);
  expect(bins()).toEqual(
    expect.arrayContaining([
      [true, {}],
      [false, { osascript: true }],
    ]),
  );
  expect(inventory.known()).toHaveLength(1);
  second.answer({ probeId: asked.at(-1) ?? "", bins: { osascript: false } });
  expect(bins()).toEqual([[true, { osascript: false }]]);
  inventory.close();
});
