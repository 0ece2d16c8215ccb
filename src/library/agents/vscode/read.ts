/**
 * How VS Code reads the head of a SKILL.md: forgivingly. What is no YAML leaves the skill without that field, and a
 * skill is called by its folder, whatever `name` says.
 */
import { isMap, isScalar, parseDocument } from "yaml";

export interface VscodeHead {
  readonly description: string | null;
  readonly isForModel: boolean;
}

export function readHead(bytes: Uint8Array): VscodeHead {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/u);
  const end = lines.findIndex((line, index) => index > 0 && /^---[\s]*$/u.test(line));
  const isHead = /^---[\s]*$/u.test(lines[0] ?? "") && end > 0;
  const head = isHead ? lines.slice(1, end).join("\n") : "";
  const document = parseDocument(`${head}\n`, {
    schema: "failsafe",
    uniqueKeys: false,
    logLevel: "silent",
  });
  const root = document.contents;
  const textOf = (key: string): string | undefined => {
    const pair = isMap(root)
      ? root.items.find((item) => isScalar(item.key) && item.key.value === key)
      : undefined;
    return pair !== undefined && isScalar(pair.value) && typeof pair.value.value === "string"
      ? pair.value.value
      : undefined;
  };
  const description = textOf("description") ?? "";
  return {
    description: description === "" ? null : description,
    isForModel: textOf("disable-model-invocation") !== "true",
  };
}
