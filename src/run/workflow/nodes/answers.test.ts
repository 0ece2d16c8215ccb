import { describe, expect, it } from "vitest";
import type { ToolBox } from "../../execute/index.ts";
import { dialects, type Json } from "../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeResult } from "../node.ts";
import { createVariables } from "../template.ts";
import { readAnswer, readSchema, withSchema } from "./structured.ts";
import { toolNode } from "./tool/index.ts";

const SCHEMA =
  '{"type": "object", "required": ["score"], "properties": {"score": {"type": "number"}}}';

describe("an answer of a model with a schema", () => {
  const schema = readSchema(SCHEMA);

  it.each(['{"score": 7}', '```json\n{"score": 7}\n```', ' ```\n{"score": 7}\n``` '])(
    "is the data of %j",
    (said) => {
      expect(readAnswer(said, schema)).toEqual({ score: 7 });
    },
  );

  it.each([
    ["Seven", "The answer of the model is not JSON"],
    ['{"score": "7"}', "does not fit its schema: The value of"],
    ["{}", "does not fit its schema"],
  ])("is refused for %j", (said, message) => {
    expect(() => readAnswer(said, schema)).toThrow(message);
  });

  it("is asked for in the prompt, by a schema that is one", () => {
    expect(withSchema("Rate it.", schema)).toContain(JSON.stringify(schema));
    expect(() => readSchema("[]")).toThrow("is not a JSON Schema");
  });
});

describe("a tool node", () => {
  const calls: unknown[] = [];
  const box: ToolBox = {
    tools: [],
    call: (name, input) => {
      calls.push([name, input]);
      return Promise.resolve({ text: "3", isError: name !== "add" });
    },
    close: () => {
      calls.push("closed");
      return Promise.resolve();
    },
  };

  async function call(data: object, openTools: NodePorts["openTools"]): Promise<NodeResult> {
    calls.length = 0;
    const [dialect] = dialects;
    // Only what the node asks for is there.
    const ports = {
      findSkill: () => Promise.resolve({ skill: { identity: { name: "sums" } }, dialect }),
      ...(openTools === undefined ? {} : { openTools }),
    } as unknown as NodePorts;
    const outputs = new Map<string, Json>([["list", [1, 2]]]);
    const variables = createVariables({ input: "x", inputNames: new Set(), outputs });
    const context = { variables, outputs, input: "x", signal: new AbortController().signal };
    const steps = toolNode.run(toolNode.data.parse(data), context as unknown as NodeContext, ports);
    return (await steps.next()).value as NodeResult;
  }

  it("gives the tool its arguments as they are, and closes it", async () => {
    const given = { numbers: "{{list.output}}", of: "<{{input}}>" };
    const data = { skillName: "sums", tool: "add", arguments: given };
    expect(await call(data, () => Promise.resolve(box))).toEqual({ output: "3" });
    expect(calls).toEqual([["add", { numbers: [1, 2], of: "<x>" }], "closed"]);
  });

  it("fails with what the tool says, and where there is none", async () => {
    const data = { skillName: "sums", tool: "lose" };
    await expect(call(data, () => Promise.resolve(box))).rejects.toThrow("Tool 'lose' failed: 3");
    await expect(call(data, undefined)).rejects.toThrow("The skill 'sums' brings no tools");
  });
});
