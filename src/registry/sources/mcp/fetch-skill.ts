import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { didYouMean, type SkillError } from "../../../skill/index.ts";
import { registryCodes, registryError, toError } from "../../errors.ts";
import type { FetchedSkill } from "../fetched.ts";
import type { McpConnection } from "./connect.ts";
import { rootOf } from "./entry-files.ts";
import { listSkills } from "./list-skills.ts";
import { readFiles } from "./read-files.ts";

/**
 * Fetches one skill whole, by its name, the end of its path or its address. Whatever cannot be verified
 * ends it: there is no such thing as most of a skill.
 */
export async function fetchSkill(
  connection: McpConnection,
  wanted: string | undefined,
): Promise<FetchedSkill> {
  const skill = await chooseSkill(connection, wanted);
  const { files, problems } = await readFiles(connection, skill);
  const [problem] = problems;
  if (problem !== undefined) throw toError({ ...problem, severity: "error" });
  const info = connection.client.getServerVersion();
  return {
    name: skill.frontmatter.name,
    description: skill.frontmatter.description,
    origin: {
      kind: "mcp",
      server: connection.shown,
      uri: skill.uri,
      ...(info === undefined ? {} : { serverName: info.name }),
    },
    files,
    isAsPromised: true,
  };
}

async function chooseSkill(connection: McpConnection, wanted: string | undefined): Promise<Skill> {
  const { skills, shown, timeoutMs } = connection;
  if (!skills.supported)
    throw registryError(
      registryCodes.noSkills,
      `\`${shown}\` has no skills: it is not a server with the Skills extension.`,
    );
  if (wanted !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(wanted)) {
    const uri = wanted.endsWith("/SKILL.md") ? wanted : `${wanted}/SKILL.md`;
    // A server may serve skills that it does not list.
    return (await skills.get(uri, { timeout: timeoutMs })).skill;
  }
  const listed = await listSkills(connection);
  const matches = wanted === undefined ? listed.skills : listed.skills.filter(isNamed(wanted));
  const [only, other] = matches;
  if (only === undefined) {
    // The skill may well be there, in an entry that no client may take.
    const broken = listed.invalid.find(
      ({ uri = "" }) => wanted === undefined || uri.endsWith(`/${wanted}/SKILL.md`),
    );
    throw broken === undefined ? unknown(wanted, listed.skills, shown) : toError(broken.problem);
  }
  if (other !== undefined)
    throw registryError(
      registryCodes.ambiguousSkill,
      wanted === undefined
        ? `\`${shown}\` has ${matches.length} skills: name one after \`#\`.`
        : `${matches.length} skills are called \`${wanted}\`.`,
      {
        hint: `Name one of ${matches
          .slice(0, 10)
          .map(({ uri }) => `\`#${uri}\``)
          .join(", ")}.`,
      },
    );
  return only;
}

/** `refunds` and `billing/refunds` both name `skill://acme/billing/refunds`. */
function isNamed(wanted: string): (skill: Skill) => boolean {
  return (skill) => {
    const path = rootOf(skill).replace(/^[^:]+:\/\//, "");
    return path === wanted || path.endsWith(`/${wanted}`);
  };
}

function unknown(wanted: string | undefined, skills: readonly Skill[], shown: string): SkillError {
  if (wanted === undefined)
    return registryError(registryCodes.noSkills, `\`${shown}\` lists no skills.`);
  const names = skills.map(({ frontmatter }) => frontmatter.name);
  return registryError(registryCodes.unknownSkill, `\`${shown}\` lists no skill \`${wanted}\`.`, {
    hint: didYouMean(wanted, names) ?? "`skillwright mcp inspect` shows what a server offers.",
  });
}
