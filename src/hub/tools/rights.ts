import type { PolicyItem, SandboxPolicy } from "../../run/authority/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import { realPlace } from "../../run/sandbox/index.ts";
import { nextTurn } from "../../platform/machine/index.ts";
import { ownVariables, workingFolder } from "../../platform/process/index.ts";
import { policyFor, type SkillTools } from "../../run/tools/index.ts";
import { dialects, SkillError } from "../../skill/index.ts";
import { timestampAt, type User } from "../accounts/index.ts";
import {
  changeRecorded,
  findSkill,
  lockRecord,
  type StoredSkill,
  listStored,
  storedSkillCodes,
  type StoredSkillPorts,
  listExecutables,
  type StagedFacts,
} from "../skills/index.ts";
import { dropGrant, storeGrant, listGrants, type ToolGrant } from "./grants.ts";

import { computeSha256 } from "../../platform/index.ts";
import { hasModule, readStaged } from "./staged-files.ts";

/** One thing that a skill asks for, and what becomes of it here. */
export interface ToolRight {
  readonly permission: string;
  readonly sentence: string;
  /** `asks`: it would hold if it were granted. */
  readonly state: "given" | "asks" | "refused";
  /** To whom it is owed that it holds: the rules of its tier, the settings of the server, or a grant. */
  readonly by?: "tier" | "settings" | "grant";
}

/** What the tools of a skill ask for, and what they have. */
export interface SkillRights {
  readonly skill: string;
  readonly ownerId: string | undefined;
  readonly digest: string;
  readonly rights: readonly ToolRight[];
  readonly grant: (ToolGrant & { readonly isCurrent: boolean }) | undefined;
}

/** What a skill may touch here. Nobody is trusted for a tier on a server to which anybody may bring a skill. */
export function policyHere(
  skill: Pick<SkillTools, "skill" | "dialect">,
  grants: readonly string[],
): SandboxPolicy {
  return createPolicy()(skill, grants);
}

/** The same for many skills: what the organisation says is read once. */
function createPolicy(): typeof policyHere {
  const organisation = readOrganisation({ folder: workingFolder(), environment: ownVariables() });
  return (skill, grants) =>
    policyFor(skill, {
      grants,
      around: { realOf: realPlace },
      ...(organisation === undefined ? {} : { organisation }),
    });
}

/** The skills with tools that a user sees, by name. `allow` are the permissions that the settings give to all. */
export async function listRights(
  ports: StoredSkillPorts,
  user: User,
  allow: readonly string[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly SkillRights[]> {
  const [kept, grants] = await Promise.all([
    listStored(ports, user, { withShared: true }),
    listGrants(ports),
  ]);
  const bySkill = new Map(grants.map((grant) => [grant.skill, grant]));
  const page: StoredSkill[] = [];
  let passed = 0;
  // The skills that the user sees, one by one until the page is full: a walk over the store would read those of all.
  for (const skill of kept.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (page.length === limit) break;
    if (!bySkill.has(skill.name) && !(await hasModule(ports.store, skill.name))) continue;
    if (passed >= offset) page.push(skill);
    passed += 1;
  }
  const found: SkillRights[] = [];
  const policy = createPolicy();
  for (const skill of page) {
    found.push(
      await findRights(ports, user, skill, { grant: bySkill.get(skill.name), allow, policy }),
    );
    await nextTurn();
  }
  return found;
}

interface RightsRules {
  readonly grant: ToolGrant | undefined;
  readonly allow: readonly string[];
  readonly policy: typeof policyHere;
}

async function findRights(
  ports: StoredSkillPorts,
  user: User,
  { name, skill: { ownership } }: StoredSkill,
  { grant, allow, policy }: RightsRules,
): Promise<SkillRights> {
  const { digest, manifest: read } = await describeStaged(ports, user, name);
  const dialect = dialects.find(({ id }) => id === read?.dialect);
  const value = read === undefined || dialect === undefined ? undefined : { ...read, dialect };
  const isCurrent = grant?.digest === digest;
  const granted = isCurrent ? grant.permissions : [];
  const rights =
    value === undefined
      ? []
      : joinItems(policy(value, allow).items, policy(value, [...allow, ...granted]).items);
  return {
    skill: name,
    ownerId: ownership.userId,
    digest,
    rights,
    grant: grant === undefined ? undefined : { ...grant, isCurrent },
  };
}

/** What holds without a grant, and what holds with it. */
function joinItems(
  before: readonly PolicyItem[],
  after: readonly PolicyItem[],
): readonly ToolRight[] {
  return after.map(({ permission, sentence, state }, index) => {
    const first = before[index];
    if (state === "asks") return { permission, sentence, state };
    if (state !== "granted") return { permission, sentence, state: "refused" };
    if (first?.state !== "granted") return { permission, sentence, state: "given", by: "grant" };
    return { permission, sentence, state: "given", by: first.by === "tier" ? "tier" : "settings" };
  });
}

export interface GrantRequest {
  readonly permissions: readonly string[];
  /** Of the files that whoever grants has seen. */
  readonly digest: string;
  readonly allow: readonly string[];
}

/** Grants permissions to the tools of a skill, as long as its files are the very same. */
export async function grantRights(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  { permissions, digest, allow }: GrantRequest,
): Promise<SkillRights> {
  return await changeRecorded(ports, user, name, async ({ incarnation }) => {
    const kept = await findSkill(ports, user, name);
    const policy = createPolicy();
    const now = await findRights(ports, user, kept, { grant: undefined, allow, policy });
    if (now.digest !== digest)
      throw problem(
        storedSkillCodes.changed,
        "digest",
        "The files of the skill have changed since you looked at them.",
      );
    const open = new Set(
      now.rights.filter(({ state }) => state === "asks").map(({ permission }) => permission),
    );
    const wrong = permissions.find((permission) => !open.has(permission));
    if (wrong !== undefined)
      throw problem(
        storedSkillCodes.invalid,
        "permissions",
        `The skill does not ask for the permission \`${wrong}\`.`,
      );
    const grant = { skill: name, digest, permissions, grantedAt: timestampAt(ports.clock) };
    await ports.database.query.transaction().execute(async (transaction) => {
      await lockRecord(transaction, incarnation);
      await storeGrant(transaction, { ...grant, userId: user.id });
    });
    return await findRights(ports, user, kept, {
      grant: { ...grant, grantedBy: user.email },
      allow,
      policy,
    });
  });
}

/** Also of a skill that is gone. */
export async function withdrawRights(ports: StoredSkillPorts, name: string): Promise<void> {
  await dropGrant(ports, name);
}

function problem(code: string, field: string, message: string): SkillError {
  return new SkillError({ code, severity: "error", message, path: [field] });
}

/** What the files of a skill come to: read once for each change of them, and not for each request. */
async function describeStaged(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<StagedFacts> {
  const { facts } = ports;
  const read = (): Promise<StagedFacts> => readFacts(ports, user, name);
  if (facts === undefined) return await read();
  const mark = await fingerprintSkill(ports, name);
  return await facts.load(name, mark, async () => {
    const found = await read();
    // What changed while it was read belongs to another mark.
    if ((await fingerprintSkill(ports, name)) !== mark) facts.forget(name, mark);
    return found;
  });
}

/** Another one whenever a file is another, or another may be run. A store tells it without reading what has settled. */
async function fingerprintSkill(ports: StoredSkillPorts, name: string): Promise<string> {
  const executables = await listExecutables(ports, name);
  const files: (readonly [string, string, boolean])[] = [];
  for await (const { key, version } of ports.store.list(`${name}/`))
    files.push([key, version, executables.has(key.slice(name.length + 1))]);
  return computeSha256(JSON.stringify(files));
}

async function readFacts(ports: StoredSkillPorts, user: User, name: string): Promise<StagedFacts> {
  const { files, digest } = await readStaged(ports, name);
  const input = {
    path: `${name}/SKILL.md`,
    bytes: files.get("SKILL.md") ?? new Uint8Array(),
  };
  return { digest, manifest: await ports.jobs.run("read-manifest", input, { owner: user.id }) };
}
