/** Names of skills in a registry, who has them, and which builds publish. */
import { quoteForShell } from "../../skill/model/index.ts";
import type { Actions, Operation } from "../operation.ts";
import { skillNameField } from "../registry/fields.ts";
import { registryOperation } from "../server/ask.ts";

const KEYS = "Needs `skillwright login --scope registry:keys`.";

const publisherField = {
  publisher: { kind: "text", required: true, positional: true, doc: "Publisher." },
} as const;

const registryRename = registryOperation({
  title: "Rename a skill",
  details: "Gives a skill another name, and the old one leads to it.",
  examples: ["skillwright registry rename letters formal-letters"],
  input: {
    ...skillNameField,
    to: { kind: "text", required: true, positional: true, placeholder: "NEW", doc: "New name." },
  },
  effects: "writes",
  ask: async (client, { name, to }) =>
    await client.renameRegistrySkill({ params: { name }, body: { name: to } }),
  lines: ({ full_name: now }, { name }) => [
    `\`${name}\` is \`${now}\` now; the old name leads there`,
  ],
});

const registryMerge = registryOperation({
  title: "Merge a skill into another",
  details: "Takes a skill out of lists in favour of another.",
  examples: ["skillwright registry merge old-letters letters"],
  input: {
    ...skillNameField,
    into: { kind: "text", required: true, positional: true, doc: "Skill to merge it into." },
  },
  effects: "writes",
  ask: async (client, { name, into }) =>
    await client.mergeRegistrySkill({ params: { name }, body: { into } }),
  lines: ({ full_name: now }, { name }) => [`\`${name}\` went into \`${now}\``],
});

const registryTransfer = registryOperation({
  title: "Hand a skill over",
  details: `Asks another publisher to take a skill; its owner sees it in \`registry transfers\`. ${KEYS}`,
  examples: ["skillwright registry transfer letters acme"],
  input: { ...skillNameField, ...publisherField },
  effects: "writes",
  ask: async (client, { name, publisher: to }) =>
    await client.transferRegistrySkill({ params: { name }, body: { to } }),
  lines: ({ transfer, skill }, { name, publisher: to }) => [
    transfer === null
      ? `\`${skill.full_name}\` is that of ${to} now`
      : `Asked ${to} to take \`${name}\`: an owner answers with \`skillwright registry accept ${quoteForShell(transfer.id)}\``,
  ],
});

const registryTransfers = registryOperation({
  title: "List skills that wait to be handed over",
  examples: ["skillwright registry transfers"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const { transfers } = await client.listRegistryTransfers();
    return { transfers };
  },
  lines: ({ transfers }) =>
    transfers.map(({ id, full_name: name, to, expires_at: end }) => [
      id,
      name,
      `to ${to}`,
      `until ${end.slice(0, 10)}`,
    ]),
});

const registryAccept = answering(true);
const registryDecline = answering(false);

function answering(accept: boolean): Operation {
  return registryOperation({
    title: accept ? "Take a skill over" : "Decline to take a skill over",
    details: KEYS,
    examples: [`skillwright registry ${accept ? "accept" : "decline"} 0195f2c4`],
    input: {
      id: { kind: "text", required: true, positional: true, doc: "Id of a transfer." },
    },
    effects: "writes",
    ask: async (client, { id }) =>
      await client.decideRegistryTransfer({ params: { id }, body: { accept } }),
    lines: ({ full_name: name, to }) => [
      accept ? `\`${name}\` is that of ${to} now` : `\`${name}\` stays`,
    ],
  });
}

const registryTrusted = registryOperation({
  title: "List builds that publish",
  examples: ["skillwright registry trusted acme"],
  input: publisherField,
  effects: "reads",
  ask: async (client, { publisher: handle }) => {
    const { builds } = await client.listTrustedBuilds({ params: { handle } });
    return { builds };
  },
  lines: ({ builds }) =>
    builds.map(({ id, repository, workflow, skill, environment, issuer }) => [
      id,
      repository,
      workflow,
      skill ?? "every skill",
      environment ?? "",
      issuer,
    ]),
});

/** Issuer of the tokens of GitHub Actions. */
const GITHUB = "https://token.actions.githubusercontent.com";

const registryTrust = registryOperation({
  title: "Let builds publish",
  details: `Lets builds of a workflow publish without a secret. ${KEYS}`,
  examples: [
    "skillwright registry trust acme --repository acme/letters --workflow .github/workflows/ci.yml",
  ],
  input: {
    ...publisherField,
    repository: {
      kind: "text",
      required: true,
      placeholder: "NAME",
      doc: "Repository, such as `acme/letters`.",
    },
    workflow: {
      kind: "text",
      required: true,
      placeholder: "FILE",
      doc: "Its file, such as `.github/workflows/release.yml`.",
    },
    environment: { kind: "text", placeholder: "NAME", doc: "Only in this environment." },
    skill: { kind: "text", placeholder: "NAME", doc: "Only this skill." },
    issuer: {
      kind: "text",
      placeholder: "URL",
      doc: "Who attests the builds (default: GitHub Actions).",
    },
  },
  effects: "writes",
  ask: async (client, { publisher: handle, ...input }) => {
    const { issuer = GITHUB, repository, workflow, environment, skill } = input;
    return await client.trustBuild({
      params: { handle },
      body: {
        issuer,
        repository,
        workflow,
        ...(skill === undefined ? {} : { skill }),
        ...(environment === undefined ? {} : { environment }),
      },
    });
  },
  lines: ({ workflow, repository }, { publisher }) => [
    `Builds of \`${workflow}\` in \`${repository}\` publish for ${publisher} now`,
  ],
});

const registryUntrust = registryOperation({
  title: "Let builds publish no more",
  details: KEYS,
  examples: ["skillwright registry untrust acme 0195f2c4"],
  input: {
    ...publisherField,
    build: {
      kind: "text",
      required: true,
      positional: true,
      placeholder: "ID",
      doc: "Id of a build.",
    },
  },
  effects: "writes",
  ask: async (client, { publisher: handle, build }) => {
    await client.untrustBuild({ params: { handle, build } });
    return { removed: build };
  },
  lines: (_output, { publisher }) => [`Such builds publish for ${publisher} no more`],
});

const registryRotateRoot = registryOperation({
  title: "Replace the root of a registry",
  details: "Signs the log with a new key, for which the last one vouches.",
  examples: ["skillwright registry rotate-root"],
  input: {},
  effects: "writes",
  ask: async (client) => await client.rotateRegistryRoot(),
  lines: ({ fingerprint }) => [`The registry signs with a new root now: ${fingerprint}`],
});

export const registryActions: Actions = {
  rename: registryRename,
  merge: registryMerge,
  transfer: registryTransfer,
  transfers: registryTransfers,
  accept: registryAccept,
  decline: registryDecline,
  trusted: registryTrusted,
  trust: registryTrust,
  untrust: registryUntrust,
  "rotate-root": registryRotateRoot,
};
