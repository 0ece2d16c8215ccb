/** A team with its skills, documents and workflows, for pictures of pages with something on them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { accept } from "../../support/invitations.ts";
import type { Workbench } from "./workbench.ts";

export const ADA = "ada@tern.example";
export const JONAS = "jonas@tern.example";
export const PRIYA = "priya@tern.example";
export const MODEL = "local:qwen3-32b";

const BODY = "# Steps\n\n1. Look at what is asked.\n2. Do it.\n";

/** Skills of a folder that the server serves, by path, with the lines of their frontmatter. */
const SERVED: { readonly [folder: string]: string } = {
  "archive/disk-report": "description: An older way to say what fills the disk.",
  "calendar-mac": `description: Reads and writes appointments. Use for meetings and reminders.
metadata: { openclaw: { os: [darwin] } }`,
  "csv-clean": "description: Mends tables that other programs exported. Use before an import.",
  "disk-report": "description: Says what fills the disk. Use when space runs low.",
  "git-digest": `description: Sums up what happened in a repository since a date.
metadata: { openclaw: { requires: { env: [GITHUB_TOKEN] } } }`,
  "invoice-scan": `description: Reads sums and dates from scanned invoices.
metadata: { openclaw: { requires: { bins: [tesseract] } } }`,
  "log-triage": "description: Groups errors of a log by their cause. Use after an alert.",
  "photo-sorter": `description: Sorts photographs by place and date. Use after a journey.
metadata: { openclaw: { requires: { bins: [exiftool] } } }`,
  "sql-review": "description: Looks for slow and unsafe queries in a change.",
};

const REPLY = `---
# Kept by the support desk
name: customer-reply
description: Answers a customer's letter by the rules of the handbook. Use for every letter that asks for something.
inputs:
  - name: letter # as it came in
    label: Letter
    type: textarea
    required: true
    description: The whole letter, with its greeting.
  - name: tone
    label: Tone
    default: Warm and plain
    description: How the answer should sound.
knowledge_base: handbook
model:
  temperature: 0.3
---

# Answer a customer

Answer this letter in a {{tone}} tone, by the handbook alone:

{{letter}}

- Begin with what the customer **gets**.
- Name the rule, and where it stands.
- Promise *nothing* that the handbook does not say.
`;

const NOTES = `---
name: release-notes
description: Writes release notes from a list of changes. Use before a release.
inputs:
  - { name: changes, label: Changes, type: textarea, required: true, description: One change a line. }
  - { name: product, label: Product, default: Tern Timetable, description: The name that readers know. }
---

Write release notes for {{product}} from these changes:

{{changes}}
`;

function plain(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${BODY}`;
}

const OWN: { readonly [name: string]: string } = {
  "customer-reply": REPLY,
  "release-notes": NOTES,
  "incident-review": plain(
    "incident-review",
    "Writes the review of an incident from its timeline. Use when it is over.",
  ),
  "meeting-notes": plain("meeting-notes", "Turns a recording into notes. Use after a meeting."),
  "trip-planner": plain(
    "trip-planner",
    "Plans a trip by train and ferry. Use when somebody travels.",
  ),
};

export const LETTER = `Good morning,

our ferry to Sund was cancelled on Friday because of the storm. We took the train instead and paid 84 euros. Can we have the fare back?

Kind regards, Lena Holm`;

export const REPLIED = `Dear Lena Holm,

**you get the whole fare back.** A ferry that is cancelled is paid back in full, whatever the weather was; the
money is with you within *seven days*.

For the train we can pay as well, up to 60 euros for each traveller:

1. Answer this letter with the train ticket.
2. Tell us how many of you travelled.

Kind regards, the support desk
`;

const HANDBOOK: { readonly [file: string]: string } = {
  "refunds.md": `# Refunds

A ferry that is cancelled is paid back in full, whatever the reason was. The money goes back the way it came, within seven days.

A ferry that is more than two hours late is paid back by half. Whoever travels by train instead gets the train ticket back as well, up to 60 euros for each traveller, against the ticket.
`,
  "on-call.md": `# On call

Whoever is on call answers an alert within ten minutes. Write down what you see before you change anything.

An incident is over when the timetable is right again for half an hour. Its review is written within three days, and names no culprit.
`,
  "travel.md": `# Journeys of our own

Journeys within the country go by train. Keep the receipts of hotels and meals for the office, which pays them back with the wages of the next month.
`,
  "releases.md": `# Releases

Release notes begin with what readers have to do. Then come changes, the most important first, each in one sentence.
`,
};

const RELEASE = {
  nodes: [
    { id: "start", type: "start", data: { inputVariable: "changes" } },
    { id: "rules", type: "knowledge", data: { knowledgeBaseId: "handbook" } },
    {
      id: "draft",
      type: "skill",
      data: { skillName: "release-notes", inputMappings: { changes: "start" } },
    },
    { id: "is-long", type: "condition", data: { expression: '{{draft.output}} contains "2."' } },
    {
      id: "shorten",
      type: "llm",
      data: { systemPrompt: "Shorten this by the rules: {{rules.output}}" },
    },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "draft" },
    { source: "start", target: "rules" },
    { source: "draft", target: "is-long" },
    { source: "rules", target: "is-long" },
    { source: "is-long", target: "shorten", sourceHandle: "true" },
    { source: "is-long", target: "end", sourceHandle: "false" },
    { source: "shorten", target: "end" },
  ],
};

const STEP = {
  nodes: [
    { id: "start", type: "start" },
    { id: "answer", type: "skill", data: { skillName: "customer-reply" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "answer" },
    { source: "answer", target: "end" },
  ],
};

/** Runs of the last days: whose, how they ended, and what they took. */
const RUNS: readonly (readonly [skill: string, hours: number, tokens: number, message: string])[] =
  [
    ["release-notes", 3, 212, ""],
    ["meeting-notes", 5, 486, ""],
    ["customer-reply", 26, 131, ""],
    ["incident-review", 27, 0, "The model did not answer in time."],
    ["customer-reply", 28, 118, ""],
    ["trip-planner", 51, 340, ""],
  ];

async function keepRuns(workbench: Workbench, user: string): Promise<void> {
  const rows = RUNS.map(([skill, hours, tokens, message], at) => ({
    id: `run-of-the-team-${at}`,
    user_id: user,
    skill,
    kind: "skill" as const,
    session_id: null,
    model: MODEL,
    status: message === "" ? ("success" as const) : ("error" as const),
    message,
    input_tokens: 240 + 31 * at,
    output_tokens: tokens,
    cost: (2 * (240 + 31 * at) + 8 * tokens) / 1_000_000,
    duration_ms: 900 + 11 * tokens,
    first_token_ms: 400,
    request_id: "none",
    started_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
  }));
  await workbench.platform.ports.database.query.insertInto("runs").values(rows).execute();
}

/** Puts the skills into a folder to be served. */
export function writeServed(root: string): void {
  for (const [path, frontmatter] of Object.entries(SERVED)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(
      join(root, path, "SKILL.md"),
      `---\nname: ${name}\n${frontmatter}\n---\n\n${BODY}`,
    );
  }
}

/** How many rows the page of skills has then. */
export const SKILL_COUNT: number = Object.keys(SERVED).length + Object.keys(OWN).length;

/** Writes what Ada has, shares some of it with her team, and tells the id of the workflow for releases. */
export async function settleIn(workbench: Workbench): Promise<string> {
  const { platform } = workbench;
  const token = await workbench.token(ADA);
  const send = async (method: string, path: string, body: unknown): Promise<string> => {
    const { status, text, json } = await platform.send(method, `/api/v1${path}`, { token, body });
    expect(status, text).toBeLessThan(300);
    return (json as { readonly id?: string } | undefined)?.id ?? "";
  };
  for (const email of [JONAS, PRIYA]) await workbench.token(email);
  const team = await send("POST", "/teams", { name: "Support desk" });
  await send("PUT", `/teams/${team}/members`, { email: JONAS });
  await send("PUT", `/teams/${team}/members`, { email: PRIYA });
  for (const email of [JONAS, PRIYA]) await accept(platform, await workbench.token(email));
  for (const [name, description] of [
    ["handbook", "How we work, and what we promise."],
    ["timetables", "Every line, winter and summer."],
  ] as const)
    await send("POST", "/knowledge", { name, description });
  for (const [file, text] of Object.entries(HANDBOOK)) {
    const form = new FormData();
    form.set("file", new File([text], file));
    await send("POST", "/knowledge/handbook/upload", form);
  }
  await platform.settle();
  const me = await platform.send("GET", "/api/v1/auth/me", { token });
  await keepRuns(workbench, (me.json as { readonly id: string }).id);
  for (const [name, content] of Object.entries(OWN))
    await send("POST", "/skills", { name, content });
  await send("POST", "/workflows", {
    name: "Letters of the morning",
    description: "Answers what came in over night.",
    graph_data: STEP,
  });
  return await send("POST", "/workflows", {
    name: "Release day",
    description: "From a list of changes to notes that fit on a page.",
    graph_data: RELEASE,
  });
}
