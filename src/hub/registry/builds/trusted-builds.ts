/** Builds that publish for a publisher without a secret of theirs. */
import { newId } from "../../../platform/machine/index.ts";
import { quoteForShell } from "../../../skill/model/index.ts";
import {
  type BuildClaims,
  type BuildToken,
  marketCodes,
  marketRefusal,
  type NewTrustedBuild,
  readSkillName,
  type TrustedBuild,
  type Viewer,
} from "../../../registry/contract/index.ts";
import { makeApiToken, revokeMinted, timestampAt } from "../../accounts/index.ts";
import type { MarketPorts } from "../ports.ts";
import { requireOwner } from "../publishers.ts";
import { reserveFor } from "../quotas.ts";
import { requireMember } from "../viewer.ts";
import type { AttestedBuild, VerifyBuild } from "./verify-build.ts";

const TOKEN_MS = 15 * 60_000;
const MOST_BUILDS = 100;

interface BuildRow {
  readonly id: string;
  readonly handle: string;
  readonly slug: string | null;
  readonly issuer: string;
  readonly repository: string;
  readonly workflow: string;
  readonly environment: string | null;
  readonly repository_id: string | null;
  readonly user_id: string;
  readonly created_at: string;
}

function toTrusted(row: BuildRow): TrustedBuild {
  return {
    id: row.id,
    publisher: row.handle,
    ...(row.slug === null ? {} : { skill: row.slug }),
    issuer: row.issuer,
    repository: row.repository,
    workflow: row.workflow,
    ...(row.environment === null ? {} : { environment: row.environment }),
    createdAt: row.created_at,
  };
}

export async function trustBuild(
  ports: MarketPorts,
  viewer: Viewer,
  request: NewTrustedBuild,
): Promise<TrustedBuild> {
  const { publisher, skill, issuer, repository, workflow, environment } = request;
  await requireOwner(ports, viewer, publisher, "registry:keys");
  const { userId } = requireMember(viewer, "registry:keys");
  if (!ports.settings.builds.issuers.includes(issuer))
    throw marketRefusal(marketCodes.invalid, `This registry trusts no builds of \`${issuer}\`.`, {
      path: ["issuer"],
      hint: `It trusts those of ${ports.settings.builds.issuers.join(", ")}.`,
    });
  if (skill !== undefined && readSkillName(skill)?.publisher !== undefined)
    throw marketRefusal(marketCodes.invalid, "Name the skill without its publisher.", {
      path: ["skill"],
    });
  const row: BuildRow = {
    id: newId(),
    handle: publisher,
    slug: skill ?? null,
    issuer,
    repository: repository.toLowerCase(),
    workflow,
    environment: environment ?? null,
    repository_id: null,
    user_id: userId,
    created_at: timestampAt(ports.clock),
  };
  await reserveFor(ports, userId, { changes: 1 }, async (transaction) => {
    const { count } = await transaction
      .selectFrom("market_builds")
      .select((select) => select.fn.countAll().as("count"))
      .where("handle", "=", publisher)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_BUILDS)
      throw marketRefusal(
        marketCodes.overQuota,
        `A publisher trusts ${MOST_BUILDS} builds at most.`,
      );
    await transaction.insertInto("market_builds").values(row).execute();
  });
  return toTrusted(row);
}

export async function listTrustedBuilds(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
): Promise<readonly TrustedBuild[]> {
  await requireOwner(ports, viewer, handle);
  const rows = await ports.database.query
    .selectFrom("market_builds")
    .selectAll()
    .where("handle", "=", handle)
    .orderBy("created_at")
    .execute();
  return rows.map(toTrusted);
}

export async function untrustBuild(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
  id: string,
): Promise<void> {
  await requireOwner(ports, viewer, handle, "registry:keys");
  const { numDeletedRows } = await ports.database.query
    .deleteFrom("market_builds")
    .where("id", "=", id)
    .where("handle", "=", handle)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0)
    throw marketRefusal(marketCodes.notFound, "That publisher trusts no such build.");
  await revokeMinted(ports, id);
}

/** A short-lived token for a build that a publisher trusts, with which it publishes and does nothing else. */
export async function exchangeBuild(
  ports: MarketPorts,
  verify: VerifyBuild,
  { token, publisher }: { readonly token: string; readonly publisher: string },
): Promise<BuildToken> {
  const build = await verify(token);
  const row = await findTrusting(ports, build, publisher);
  const { repositoryId, ...claims } = build;
  const origin = {
    ...claims,
    publisher: row.handle,
    ...(row.slug === null ? {} : { skill: row.slug }),
  };
  const expiresAt = timestampAt(ports.clock, TOKEN_MS);
  const made = await ports.database.query.transaction().execute(async (transaction) => {
    const held = await transaction
      .updateTable("market_builds")
      // From the first time on it is that very repository, not another one that gets its name.
      .set({ repository_id: row.repository_id ?? repositoryId ?? null })
      .where("id", "=", row.id)
      .returning("id")
      .executeTakeFirst();
    // Untrusted meanwhile.
    if (held === undefined) throw untrusted(publisher, build);
    return await makeApiToken(
      transaction,
      ports.clock,
      { id: row.user_id },
      {
        name: `build of ${claims.repository}`.slice(0, 100),
        scopes: ["registry:write"],
        parentId: row.id,
        expiresAt,
        origin: JSON.stringify(origin),
      },
    );
  });
  if (made === undefined)
    throw marketRefusal(marketCodes.forbidden, "The account that trusted this build is shut.");
  return { token: made.token, expiresAt, publisher: row.handle };
}

async function findTrusting(
  { database: { query } }: MarketPorts,
  build: AttestedBuild,
  publisher: string,
): Promise<BuildRow> {
  const rows = await query
    .selectFrom("market_builds")
    .selectAll()
    .where("handle", "=", publisher)
    .where("issuer", "=", build.issuer)
    .where("repository", "=", build.repository.toLowerCase())
    .orderBy("created_at")
    .execute();
  const trusting = rows.find(
    (row) =>
      isWorkflow(row.workflow, build.workflow) &&
      (row.environment === null || row.environment === build.environment) &&
      (row.repository_id === null || row.repository_id === build.repositoryId),
  );
  if (trusting === undefined) throw untrusted(publisher, build);
  return trusting;
}

function untrusted(publisher: string, build: BuildClaims): Error {
  return marketRefusal(
    marketCodes.forbidden,
    `The publisher \`${publisher}\` does not trust ${describe(build)}.`,
    { hint: `An owner trusts it with \`skillwright registry trust ${quoteForShell(publisher)}\`.` },
  );
}

/** Other services that trust builds take the name of the file alone. */
function isWorkflow(trusted: string, attested: string): boolean {
  return trusted === attested || `.github/workflows/${trusted}` === attested;
}

function describe({ workflow, repository, environment, issuer }: BuildClaims): string {
  const where = environment === undefined ? "" : ` in the environment \`${environment}\``;
  return `\`${workflow}\` of \`${repository}\`${where}, which ${issuer} attests`;
}
