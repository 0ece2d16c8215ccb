import { describe, expect, it } from "vitest";
import { SkillError } from "../../../skill/index.ts";
import { checkDraft } from "./check.ts";
import { withoutOwner } from "./owner.ts";
import { readSkillSource, type SkillContent } from "./read-skill.ts";

const OWNER = "556d4b3c-90a1-4b0e-9c41-1d4b5c0f2a11";

function stored(content: string): string {
  return checkDraft({ name: "greet", content, ownerId: OWNER, purpose: "create" });
}

describe("the line of the owner", () => {
  it.each([
    ["plain", "---\nname: greet\ndescription: Greets.\n---\n\nHello.\n"],
    ["with comments", "---\n# who\nname: greet # it\n# the end\n---\n\nHello.\n"],
    ["with empty lines", "---\nname: greet\n\ndescription: Greets.\n\n---\nHello.\n"],
    ["with line ends of Windows", "---\r\nname: greet\r\n---\r\n\r\nHello.\r\n"],
    [
      "with a block at the end",
      "---\nname: greet\ndescription: |\n  Greets.\n  All.\n---\nHello.\n",
    ],
    ["with a list at the end", "---\nname: greet\ninputs:\n  - name: who\n---\nHello {{who}}.\n"],
    ["that speaks of it", "---\nname: greet\n---\n\nThe user_id is not yours.\n"],
  ])("is no part of what is shared of a text %s", (_, content) => {
    expect(stored(content)).toContain(OWNER);
    expect(withoutOwner(stored(content))).toBe(content);
  });

  it("leaves out what an author wrote there, which the server does not keep either", () => {
    const content = "---\nname: greet\nuser_id: me\nlicense: MIT\n---\n\nHello.\n";
    expect(withoutOwner(stored(content))).toBe("---\nname: greet\nlicense: MIT\n---\n\nHello.\n");
  });

  it.each([
    ["an end of the document", "---\nname: greet\n...\n---\n\nHello.\n"],
    ["a key in pieces", "---\nname: greet\n? license\n---\n\nHello.\n"],
    [
      "text of many lines",
      '---\nname: greet\ndescription: "Greets.\nuser_id: you"\n---\n\nHello.\n',
    ],
    ["a directive", "---\n%YAML 1.1\n---\nname: greet\n---\n\nHello.\n"],
  ])("[BX-14] is found in whatever is kept, also behind %s", (_, content) => {
    let kept: string;
    try {
      kept = stored(content);
    } catch (error) {
      expect(SkillError.isInstance(error)).toBe(true);
      return;
    }
    const { content: read } = readSkillSource({
      name: "greet",
      bytes: new TextEncoder().encode(kept),
    }) as { readonly content?: SkillContent };
    expect(read?.skill.ownership.userId).toBe(OWNER);
  });

  it("is left out of the braces of a flow mapping", () => {
    const shared = withoutOwner(stored("---\n{ name: greet, license: MIT }\n---\nHello.\n"));
    expect(shared).not.toContain("user_id");
    expect(shared).toContain("name: greet");
  });
});
