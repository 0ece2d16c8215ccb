import { expect, it } from "vitest";
import { shortPath } from "./short-path.ts";

it("names folders by the home and by their end", () => {
  expect(shortPath("/home/ada/.claude/skills")).toBe("~/.claude/skills");
  expect(shortPath("/Users/ada/.agents/skills")).toBe("~/.agents/skills");
  expect(shortPath("/root/.codex/skills")).toBe("~/.codex/skills");
  expect(shortPath("C:\\Users\\Ada\\.claude\\skills")).toBe("~\\.claude\\skills");
  expect(shortPath("/home/ada/code/site/.claude/skills")).toBe("…/.claude/skills");
  expect(shortPath("/srv/skills")).toBe("/srv/skills");
  expect(shortPath("/rooted/x")).toBe("/rooted/x");
});
