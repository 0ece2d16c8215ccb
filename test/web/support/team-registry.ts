/** What a team shares in its registry: several publishers, opinions, and something for moderators to do. */
import { expect } from "vitest";
import { newKeyPair } from "../../../src/platform/signing/index.ts";
import { HARMFUL, DOUBTFUL, signed, type SkillText, skillFiles } from "../../support/market.ts";
import { publish } from "./publish.ts";
import { ADA, JONAS, PRIYA } from "./team.ts";
import type { Workbench } from "./workbench.ts";

const README = `# Web research

Finds pages for a question, reads the best of them, and answers with an address for every sentence.

## What it is good for

- A fact that is younger than the model
- Several sources that should agree
- An address that somebody can look up

## How to ask

| you say | it does |
|---|---|
| \`search for …\` | one search, the five best pages |
| \`compare …\` | two searches, side by side |

Nothing is kept: what was read is forgotten with the answer.

## Limits

It reads text and tables. Pages behind a login stay closed, and pages that forbid programs are left out.
`;

const RESEARCH: SkillText = {
  name: "web-research",
  description: "Answers questions from pages of the web, with an address for every sentence.",
  tier: "verified",
  tags: ["research", "web"],
  more: [{ path: "README.md", bytes: Buffer.from(README) }],
};

const SHARED: readonly (readonly [email: string, skill: SkillText])[] = [
  [
    JONAS,
    {
      name: "letter-sorter",
      description: "Sorts letters by date, sender and subject.",
      permissions: ["filesystem:write:./letters/**"],
      tags: ["office"],
    },
  ],
  [
    JONAS,
    {
      name: "timetable-check",
      version: "2.3.0",
      description: "Compares a timetable with the one of last year, and tells what changed.",
      permissions: ["network:read:tern.example"],
      tags: ["data"],
    },
  ],
  [
    PRIYA,
    {
      name: "incident-timeline",
      version: "0.9.1",
      description: "Builds the timeline of an incident from logs and chats.",
      permissions: ["filesystem:read:./logs/**", "shell:execute:git"],
      tags: ["operations"],
    },
  ],
  [
    PRIYA,
    {
      name: "plain-language",
      version: "1.4.2",
      description: "Says the same in shorter sentences and common words.",
      permissions: [],
      tags: ["writing"],
    },
  ],
];

/** Skills without tools, as other systems write them. */
const PLAIN: readonly (readonly [email: string, frontmatter: string])[] = [
  [
    ADA,
    `name: changelog-digest
version: 1.0.3
description: Sums up the changelogs of what a project depends on. Use before an update.
metadata: { openclaw: { requires: { bins: [git] } } }`,
  ],
  [
    JONAS,
    `name: seat-plan
version: 3.1.0
description: Draws the plan of seats for a group. Use when more than ten travel together.
metadata: { openclaw: { emoji: "💺" } }`,
  ],
  [
    PRIYA,
    `name: harbour-weather
version: 0.4.0
description: Tells wind and waves of a harbour in a sentence. Use before a departure.
license: MIT`,
  ],
];

/** Publishes all of it, and leaves a few things in the queue of moderators. */
export async function fillRegistry(workbench: Workbench): Promise<void> {
  const send = async (
    who: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<unknown> => {
    const token = await workbench.token(who);
    const answer = await workbench.platform.send(method, `/registry/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };
  const house = newKeyPair();
  await send(ADA, "POST", "/keys", {
    public_key: Buffer.from(house.publicBytes).toString("base64"),
  });
  for (const version of ["1.0.0", "1.1.0", "1.2.0"]) {
    const files = skillFiles({ ...RESEARCH, version });
    const named = { name: "web-research", version };
    await publish(workbench, ADA, signed(files, house, named), {
      changelog:
        version === "1.0.0" ? "The first one." : "Reads tables, and tells how old a page is.",
    });
  }
  for (const [email, skill] of SHARED) await publish(workbench, email, skillFiles(skill));
  for (const [email, frontmatter] of PLAIN) {
    const text = `---\n${frontmatter}\n---\n\nAsk for what is missing, do it, and tell what you did.\n`;
    await publish(workbench, email, [{ path: "SKILL.md", bytes: Buffer.from(text) }]);
  }
  for (const name of ["web-research", "web-research", "seat-plan", "plain-language"])
    for (const who of [ADA, JONAS, PRIYA]) await send(who, "GET", `/skills/${name}/download`);
  const research = "/skills/web-research";
  const asked = await send(ADA, "POST", `${research}/1.2.0/promote`, { tier: "verified" });
  const { id } = asked as { readonly id: string };
  await send(ADA, "POST", `/promotions/${id}`, { is_granted: true, reason: "Read line by line." });
  await send(JONAS, "PUT", `${research}/star`);
  await send(PRIYA, "PUT", `${research}/star`);
  await send(JONAS, "PUT", `${research}/review`, {
    rating: 5,
    text: "Finds what I would have found, in a tenth of the time.",
  });
  await send(PRIYA, "PUT", `${research}/review`, {
    rating: 4,
    text: "Good with tables. I would like it to tell when pages disagree.",
  });
  await send(ADA, "PUT", "/skills/plain-language/star");
  await publish(
    workbench,
    JONAS,
    skillFiles({
      name: "minutes-reader",
      description: "Reads the minutes of every meeting since the company began.",
      more: [DOUBTFUL],
    }),
  );
  await publish(
    workbench,
    PRIYA,
    skillFiles({
      name: "key-backup",
      description: "Keeps a copy of keys where they are not lost.",
      body: HARMFUL,
    }),
  );
  await send(PRIYA, "POST", "/skills/key-backup/1.0.0/appeal", {
    text: "It is the exercise of last week's course, and was never meant to run.",
  });
  await send(PRIYA, "POST", "/skills/letter-sorter/reports", {
    reason: "It is broken",
    text: "It took letters of the archive for new ones.",
  });
}
