import { isObject } from "../skill/index.ts";
import type { Operation } from "./operation.ts";
import type { Screen } from "./text.ts";

/** An answer as text for models and logs: without colours, and without an end of a line. */
export async function plainText(
  operation: Operation,
  output: unknown,
  input: unknown,
  version: string,
): Promise<string> {
  const text = await operation.text();
  const screen = plainScreen(input, version);
  return text.render(output, screen, input) + (text.notes?.(output, screen, input) ?? "");
}

function plainScreen(input: unknown, version: string): Screen {
  const given: readonly unknown[] = isObject(input) ? Object.values(input).flat() : [];
  const texts = new Map(
    given.flatMap((value) =>
      isObject(value) && typeof value["path"] === "string" && typeof value["text"] === "string"
        ? [[value["path"], value["text"]] as const]
        : [],
    ),
  );
  return {
    version,
    style: (_style, text) => text,
    isTerminal: false,
    columns: 120,
    displayPath: (path) => path,
    shortenPaths: (text) => text,
    readText: (path) => texts.get(path),
    codes: async () => [],
  };
}
