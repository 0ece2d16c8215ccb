/** Accounts of people whom another service names: made at the first login, with the roles that their groups have here. */
import { failure } from "../../platform/index.ts";
import { newId, newSecret } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { accountCodes } from "./diagnostics.ts";
import { type AccountPorts, timestampAt, type User } from "./ports.ts";
import { changeUser, disabled, findUser, findUserByEmail, register } from "./users.ts";

export interface SignOnSettings {
  readonly id: string;
  /** As the button to log in says it. */
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** The claim that holds the groups of a person. */
  readonly groupsClaim: string;
  /** Groups whose members may log in; none: every user of the service. */
  readonly users: readonly string[];
  /** Groups whose members are administrators; none: groups say nothing of that. */
  readonly admins: readonly string[];
  /** Teams by their names, with the groups that are in them. */
  readonly teams: {
    readonly [name: string]: {
      readonly owners: readonly string[];
      readonly members: readonly string[];
    };
  };
  /** An existing account with the address belongs to the person if the address is verified. */
  readonly linksByEmail: boolean;
}

/** What a service says of a person. */
export type Claims = { readonly sub: string } & { readonly [name: string]: unknown };

/** The account of a person; their groups count as they are now. */
export async function signInByClaims(
  ports: AccountPorts,
  settings: SignOnSettings,
  claims: Claims,
): Promise<User> {
  const groups = groupsIn(claims[settings.groupsClaim]);
  const isIn = (some: readonly string[]): boolean => some.some((group) => groups.has(group));
  const { users, admins } = settings;
  if (users.length > 0 && !isIn(users) && !isIn(admins))
    throw failure(accountCodes.forbidden, "You are in no group that may log in here.");
  const isAdmin = isIn(admins);
  const user = await findOrMake(ports, settings, claims, isAdmin ? "admin" : "user");
  if (!user.isActive) throw disabled();
  await setTeams(ports, settings, user, isIn);
  if (admins.length === 0 || isAdmin === (user.role === "admin")) return user;
  return await setRole(ports, user, isAdmin ? "admin" : "user");
}

async function findOrMake(
  ports: AccountPorts,
  settings: SignOnSettings,
  claims: Claims,
  role: User["role"],
): Promise<User> {
  const { query } = ports.database;
  const identity = { issuer: settings.issuer, subject: claims.sub };
  const known = await query
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  const user = known === undefined ? undefined : await findUser(ports, known.user_id);
  if (user !== undefined) return user;
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== "string" || isVerified !== true)
    throw failure(accountCodes.unconfirmed, "The service does not say that your address is yours.");
  const made = await findOrCreateAccount(ports, settings, email, role);
  await query
    .insertInto("identities")
    .values({ ...identity, user_id: made.id })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .execute();
  return made;
}

/**
 * A new account, or the one that has the address where the settings allow it: not one that anybody may have made with
 * the address of somebody else, to be whatever the groups of that person are.
 */
async function findOrCreateAccount(
  ports: AccountPorts,
  { linksByEmail }: SignOnSettings,
  email: string,
  role: User["role"],
): Promise<User> {
  const user = linksByEmail ? await findUserByEmail(ports, email) : undefined;
  // Nobody knows this password, also not of an account that waited for its confirmation.
  return user !== undefined && (await isProven(ports, user))
    ? user
    : await register(ports, { email, password: newSecret() }, { role, isProven: true });
}

async function isProven({ database }: AccountPorts, { id }: User): Promise<boolean> {
  const row = await database.query
    .selectFrom("users")
    .select("is_proven")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.is_proven === 1;
}

async function setRole(ports: AccountPorts, user: User, role: User["role"]): Promise<User> {
  try {
    return await changeUser(ports, user.id, { role });
  } catch (error) {
    // Somebody must be able to let others in.
    if (SkillError.isInstance(error) && error.diagnostic.code === accountCodes.lastAdmin)
      return user;
    throw error;
  }
}

/** A team that a user created under that name stays theirs: no members are added to it. */
async function setTeams(
  { database, clock }: AccountPorts,
  { id: source, teams }: SignOnSettings,
  user: User,
  isIn: (groups: readonly string[]) => boolean,
): Promise<void> {
  for (const [name, { owners, members }] of Object.entries(teams)) {
    const role = isIn(owners) ? "owner" : isIn(members) ? "member" : undefined;
    await database.query.transaction().execute(async (transaction) => {
      if (role !== undefined)
        await transaction
          .insertInto("teams")
          .values({ id: newId(), name, created_at: timestampAt(clock), source })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .execute();
      const team = await transaction
        .selectFrom("teams")
        .select("id")
        .where("name", "=", name)
        .where("source", "=", source)
        .executeTakeFirst();
      if (team === undefined) return;
      if (role === undefined)
        await transaction
          .deleteFrom("team_members")
          .where("team_id", "=", team.id)
          .where("user_id", "=", user.id)
          .execute();
      else
        await transaction
          .insertInto("team_members")
          .values({ team_id: team.id, user_id: user.id, role })
          .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ role }))
          .execute();
    });
  }
}

/** A list of names, or a single one. */
function groupsIn(claim: unknown): ReadonlySet<string> {
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return new Set(all.filter((group) => typeof group === "string"));
}
