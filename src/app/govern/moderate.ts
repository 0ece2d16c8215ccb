/** What waits for the moderators of a registry, and what they decide. */
import { failure } from "../../platform/index.ts";
import type { Actions, Operation } from "../operation.ts";
import { registryOperation } from "../server/ask.ts";

const LIMIT = 200;
const MODERATOR = "Needs `skillwright login --scope registry:moderate` of an administrator.";

const reasonField = {
  reason: { kind: "text", required: true, doc: "Why; stands in the log of the skill." },
} as const;

const moderateQueue = registryOperation({
  title: "List versions that wait for moderators",
  details: MODERATOR,
  examples: ["skillwright moderate queue"],
  input: {
    state: {
      kind: "choice",
      choices: ["in-review", "quarantined"],
      placeholder: "STATE",
      doc: "Which versions (default: `in-review`).",
    },
  },
  effects: "reads",
  ask: async (client, { state = "in-review" }) => {
    const { versions } = await client.listRegistryQueue({ query: { state, limit: LIMIT } });
    return { versions };
  },
  lines: ({ versions }) =>
    versions.map(({ full_name: name, version, published_at: at, audit }) => [
      `${name}@${version}`,
      at.slice(0, 10),
      audit.reason,
    ]),
});

const moderateReports = registryOperation({
  title: "List reports that wait for moderators",
  details: `Each with the time by which it is to be answered. ${MODERATOR}`,
  examples: ["skillwright moderate reports"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const query = { state: "open", limit: LIMIT } as const;
    const { reports, goal } = await client.listRegistryReports({ query });
    return { reports, goal };
  },
  lines: ({ reports, goal: { hours, overdue, decided, in_time: inTime } }) => [
    ...reports.map(({ id, kind, full_name: name, version, reason, due_at: due }) => [
      id,
      kind,
      `${name}@${version}`,
      `due ${due.slice(0, 16).replace("T", " ")}`,
      reason,
    ]),
    `${overdue} late: an answer takes at most ${hours} hours; ${inTime} of the last ${decided} came in time`,
  ],
});

const moderateRequests = registryOperation({
  title: "List requests for a tier",
  details: MODERATOR,
  examples: ["skillwright moderate requests"],
  input: {},
  effects: "reads",
  ask: async (client) => {
    const query = { state: "open", limit: LIMIT } as const;
    const { promotions } = await client.listRegistryPromotions({ query });
    return { promotions };
  },
  lines: ({ promotions }) =>
    promotions.map(({ id, full_name: name, version, to }) => [
      id,
      `${name}@${version}`,
      `to ${to}`,
    ]),
});

const moderateList = deciding("list", "List a version");
const moderateQuarantine = deciding("quarantine", "Put a version into quarantine");
const moderateReview = deciding("review", "Put a version back into review");

function deciding(decision: "list" | "quarantine" | "review", title: string): Operation {
  return registryOperation({
    title,
    details: MODERATOR,
    examples: [`skillwright moderate ${decision} letters@1.0.1 --reason "It sends mail away."`],
    input: {
      subject: { kind: "text", required: true, positional: true, doc: "`NAME@VERSION`." },
      ...reasonField,
    },
    effects: "writes",
    ask: async (client, { subject, reason }) => {
      const { readExact } = await import("../registry/sources.ts");
      const { name, version = "" } = readExact(subject);
      if (version === "")
        throw failure("cli/usage", `Expected \`NAME@VERSION\`, not \`${subject}\`.`);
      const { full_name: fullName, state } = await client.moderateRegistryVersion({
        params: { name, version },
        body: { decision, reason },
      });
      return { name: fullName, version, state };
    },
    lines: ({ name, version, state }) => [`\`${name}\` ${version} is ${state}`],
  });
}

const moderateTakedown = registryOperation({
  title: "Take a skill down for a legal notice",
  details: `Requests for it get the notice in its place, until \`moderate list\`. ${MODERATOR}`,
  examples: [
    'skillwright moderate takedown letters --claimant "Acme Ltd." --reason "Copied from its manual."',
  ],
  input: {
    subject: {
      kind: "text",
      required: true,
      positional: true,
      doc: "`NAME@VERSION`, or `NAME` for all versions.",
    },
    claimant: { kind: "text", required: true, placeholder: "WHO", doc: "Who demands it." },
    reference: { kind: "text", doc: "Their case, such as a number." },
    ...reasonField,
  },
  effects: "writes",
  ask: async (client, { subject, claimant, reference, reason }) => {
    const { readExact } = await import("../registry/sources.ts");
    const { name, version } = readExact(subject);
    return await client.takeDownRegistrySkill({
      params: { name },
      body: {
        claimant,
        reason,
        ...(version === undefined ? {} : { version }),
        ...(reference === undefined ? {} : { reference }),
      },
    });
  },
  lines: ({ full_name: name, versions, notice }) => [
    `\`${name}\` ${versions.join(", ")}: taken down, with the notice of ${notice.claimant} in place`,
  ],
});

const moderateUphold = answeringReport("upheld");
const moderateDismiss = answeringReport("dismissed");

function answeringReport(state: "upheld" | "dismissed"): Operation {
  const verb = state === "upheld" ? "uphold" : "dismiss";
  return registryOperation({
    title: state === "upheld" ? "Uphold a report" : "Dismiss a report",
    details: MODERATOR,
    examples: [`skillwright moderate ${verb} 0195f2c4 --reason "Seen."`],
    input: {
      id: { kind: "text", required: true, positional: true, doc: "Id of a report." },
      ...reasonField,
    },
    effects: "writes",
    ask: async (client, { id, reason }) =>
      await client.decideRegistryReport({ params: { id }, body: { state, reason } }),
    lines: (_output, { id }) => [`${id} is ${state}`],
  });
}

const moderateGrant = answeringRequest(true);
const moderateRefuse = answeringRequest(false);

function answeringRequest(isGranted: boolean): Operation {
  return registryOperation({
    title: isGranted ? "Grant a request for a tier" : "Refuse a request for a tier",
    details: MODERATOR,
    examples: [
      `skillwright moderate ${isGranted ? "grant" : "refuse"} 0195f2c4 --reason "Read in full."`,
    ],
    input: {
      id: { kind: "text", required: true, positional: true, doc: "Id of a request." },
      ...reasonField,
    },
    effects: "writes",
    ask: async (client, { id, reason }) =>
      await client.decideRegistryPromotion({
        params: { id },
        body: { is_granted: isGranted, reason },
      }),
    lines: (_output, { id }) => [`${id} is ${isGranted ? "granted" : "refused"}`],
  });
}

const moderateBan = banning(true);
const moderateUnban = banning(false);

function banning(isBanned: boolean): Operation {
  return registryOperation({
    title: isBanned ? "Shut a publisher out" : "Let a publisher in again",
    details: MODERATOR,
    examples: [
      `skillwright moderate ${isBanned ? "ban" : "unban"} acme --reason "It sells logins."`,
    ],
    input: {
      publisher: { kind: "text", required: true, positional: true, doc: "Publisher." },
      ...reasonField,
    },
    effects: "writes",
    ask: async (client, { publisher: handle, reason }) =>
      await client.setPublisherBan({ params: { handle }, body: { is_banned: isBanned, reason } }),
    lines: (_output, { publisher }) => [
      `${publisher} is ${isBanned ? "shut out" : "let in again"}`,
    ],
  });
}

export const moderateActions: Actions = {
  queue: moderateQueue,
  reports: moderateReports,
  requests: moderateRequests,
  list: moderateList,
  quarantine: moderateQuarantine,
  review: moderateReview,
  takedown: moderateTakedown,
  uphold: moderateUphold,
  dismiss: moderateDismiss,
  grant: moderateGrant,
  refuse: moderateRefuse,
  ban: moderateBan,
  unban: moderateUnban,
};
