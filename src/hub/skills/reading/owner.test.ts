import { describe, expect, it } from "vitest";
import { checkDraft } from "./check.ts";
import { withoutOwner } from "./owner.ts";

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

  it("is left out of the braces of a flow mapping", () => {
    const shared = withoutOwner(stored("---\n{ name: greet, license: MIT }\n---\nHello.\n"));
    expect(shared).not.toContain("user_id");
    expect(shared).toContain("name: greet");
  });
});
