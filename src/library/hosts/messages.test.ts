import { describe, expect, it } from "vitest";
import { readGatewayMessage, readHostMessage, writeMessage } from "./messages.ts";

function refusal(text: string): readonly string[] {
  const { value, diagnostics } = readHostMessage(text);
  expect(value).toBeUndefined();
  expect(diagnostics.every((item) => item.code === "host/invalid-message")).toBe(true);
  return diagnostics.map((item) => item.message);
}

describe("messages of a host", () => {
  it("[GSV-20] are read without what nobody knows", () => {
    const hello = { type: "hello", protocol: 1, name: "a", runtime: { x: 1 }, later: true };
    expect(readHostMessage(JSON.stringify(hello)).value).toEqual({
      type: "hello",
      protocol: 1,
      name: "a",
      tools: [],
      runtime: { x: 1 },
    });
    const result = { type: "probe-result", probeId: "p", ok: true, bins: { gh: true } } as const;
    expect(readHostMessage(writeMessage(result)).value).toEqual(result);
    expect(readHostMessage('{"type":"bye"}').value).toEqual({ type: "bye" });
  });

  it.each([
    ["", ["The message is not a JSON object."]],
    ["{", ["The message is not a JSON object."]],
    ["[]", ["The message is not a JSON object."]],
    [
      '{"type":"constructor"}',
      ["Unknown type of message; known types are `hello`, `runtime`, `probe-result`, `bye`."],
    ],
    [
      '{"type":"hello","name":"a b"}',
      [
        "The host name must be 1 to 64 letters, digits, dots, underscores or hyphens.",
        "`protocol` must be a number.",
      ],
    ],
    [
      '{"type":"hello","name":"a","protocol":1,"tools":[1],"platform":1,"allowsCommands":"x"}',
      [
        "`tools` must be a list of texts.",
        "`platform` must be text.",
        "`allowsCommands` must be true or false.",
      ],
    ],
    [
      '{"type":"probe-result","bins":[]}',
      ["`bins` must be a map from names to true or false.", "`probeId` must be text."],
    ],
  ])("[GSV-20] such as %j are refused", (text, messages) => {
    expect(refusal(text)).toEqual(messages);
  });
});

describe("messages of a gateway", () => {
  it("[GSV-20] are read", () => {
    const probe = {
      type: "probe",
      probeId: "p",
      kind: "bins",
      bins: ["gh"],
      timeoutMs: 1,
    } as const;
    expect(readGatewayMessage(writeMessage(probe)).value).toEqual(probe);
    const error = { type: "error", code: "host/x", message: "No." } as const;
    expect(readGatewayMessage(writeMessage(error)).value).toEqual(error);
  });

  it.each(["x", '{"type":"hello"}', '{"type":"probe","bins":"gh"}', '{"type":"welcome"}'])(
    "[GSV-20] such as %j are refused",
    (text) => {
      expect(readGatewayMessage(text).value).toBeUndefined();
    },
  );
});
