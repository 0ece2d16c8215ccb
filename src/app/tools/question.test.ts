import { expect, it } from "vitest";
import { policy } from "../../run/authority/index.ts";
import { dialects } from "../../skill/index.ts";
import { policyLines, questionAfter } from "./question.ts";

function pageOf(
  declared: readonly string[],
  variables: readonly string[] = [],
): {
  readonly lines: readonly string[];
  readonly question: string;
} {
  const trust = dialects.find((dialect) => dialect.trust)?.trust;
  if (trust === undefined) throw new Error("No dialect knows permissions.");
  const request = { declared, variables, tier: "experimental", trust };
  const found = policy({ ...request, allowsExperimental: true });
  const lines = policyLines(found, () => "-");
  return { lines, question: questionAfter(lines, found, "Load it?") };
}

const SECRET = ["filesystem:read:~/Documents/**", "network:write:*"];

it("asks plainly where everything stands on the screen", () => {
  const { lines, question } = pageOf(SECRET);
  expect(lines).toEqual([
    "  - Read files in `~/Documents`.",
    "  - Fetch from and send to any host of the open network.",
  ]);
  expect(question).toBe("Load it?");
});

it.each([
  ["many permissions", Array.from({ length: 60 }, (_, index) => `filesystem:read:./n${index}`)],
  [
    "long ones",
    Array.from({ length: 12 }, (_, at) => `filesystem:read:./${at}${"/x".repeat(120)}`),
  ],
])("[BX-14] says what was pushed off the screen by %s", (_name, more) => {
  const { question } = pageOf([...SECRET, ...more]);
  expect(question).toContain(`${more.length + 2} permissions (filesystem:read, network:write)`);
  expect(question.length).toBeLessThan(400);
});

it("[BX-14] cuts what cannot be had, so that it pushes nothing away", () => {
  const { lines, question } = pageOf([...SECRET, `filesystem:read:./x${"/y".repeat(2000)}`]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(240);
  expect(lines[2]).toMatch(/^ {2}cannot /u);
  expect(question).toBe("Load it?");
});

it("[BX-14] names every variable that the skill would see", () => {
  const { lines } = pageOf([], ["CITY", "GITHUB_TOKEN"]);
  expect(lines).toEqual([
    "  - Read the environment variable `GITHUB_TOKEN`.",
    "  - Read what it needs of the environment: `CITY`.",
  ]);
});
