import type { Command } from "../context.ts";
import { failure } from "../../platform/index.ts";
import { type Actions, type Answer, type Asked, done, governing, table } from "../remote/govern.ts";
import { readExact } from "../../app/registry/sources.ts";

const LIMIT = 200;

async function decide(
  { client, word, reason }: Asked,
  decision: "list" | "quarantine" | "review",
): Promise<Answer> {
  const given = word(0, "`NAME@VERSION`");
  const { name, version = "" } = readExact(given);
  if (version === "") throw failure("cli/usage", `Expected \`NAME@VERSION\`, not \`${given}\`.`);
  const changed = await client.moderateRegistryVersion({
    params: { name, version },
    body: { decision, reason: reason() },
  });
  const { full_name: fullName, state } = changed;
  return done({ name: fullName, version, state }, `\`${fullName}\` ${version} is ${state}`);
}

async function answerReport(asked: Asked, state: "upheld" | "dismissed"): Promise<Answer> {
  const id = asked.word(0, "the id of a report");
  const body = { state, reason: asked.reason() };
  const report = await asked.client.decideRegistryReport({ params: { id }, body });
  return done(report, `${id} is ${state}`);
}

async function answerRequest(asked: Asked, isGranted: boolean): Promise<Answer> {
  const id = asked.word(0, "the id of a request");
  const body = { is_granted: isGranted, reason: asked.reason() };
  const promotion = await asked.client.decideRegistryPromotion({ params: { id }, body });
  return done(promotion, `${id} is ${isGranted ? "granted" : "refused"}`);
}

async function ban({ client, word, reason }: Asked, isBanned: boolean): Promise<Answer> {
  const handle = word(0, "a publisher");
  const body = { is_banned: isBanned, reason: reason() };
  const publisher = await client.setPublisherBan({ params: { handle }, body });
  return done(publisher, `${handle} is ${isBanned ? "shut out" : "let in again"}`);
}

const actions: Actions = {
  queue: async ({ client, option }) => {
    const state = option("state") === "quarantined" ? "quarantined" : "in-review";
    const { versions } = await client.listRegistryQueue({ query: { state, limit: LIMIT } });
    return {
      json: { versions },
      lines: table(
        versions.map(({ full_name: name, version, published_at: at, audit }) => [
          `${name}@${version}`,
          at.slice(0, 10),
          audit.reason,
        ]),
      ),
    };
  },
  reports: async ({ client }) => {
    const { reports } = await client.listRegistryReports({
      query: { state: "open", limit: LIMIT },
    });
    return {
      json: { reports },
      lines: table(
        reports.map(({ id, kind, full_name: name, version, reason }) => [
          id,
          kind,
          `${name}@${version}`,
          reason,
        ]),
      ),
    };
  },
  requests: async ({ client }) => {
    const query = { state: "open", limit: LIMIT } as const;
    const { promotions } = await client.listRegistryPromotions({ query });
    return {
      json: { promotions },
      lines: table(
        promotions.map(({ id, full_name: name, version, to }) => [
          id,
          `${name}@${version}`,
          `to ${to}`,
        ]),
      ),
    };
  },
  list: (asked) => decide(asked, "list"),
  quarantine: (asked) => decide(asked, "quarantine"),
  review: (asked) => decide(asked, "review"),
  uphold: (asked) => answerReport(asked, "upheld"),
  dismiss: (asked) => answerReport(asked, "dismissed"),
  grant: (asked) => answerRequest(asked, true),
  refuse: (asked) => answerRequest(asked, false),
  ban: (asked) => ban(asked, true),
  unban: (asked) => ban(asked, false),
};

export const run: Command = governing("moderate", actions);
