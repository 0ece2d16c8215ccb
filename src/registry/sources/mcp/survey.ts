import type { Diagnostic } from "../../../skill/model/index.ts";
import type { McpConnection } from "./connect.ts";
import { promisedFiles } from "./entry-files.ts";
import { listFailed, listSkills } from "./list-skills.ts";
import { readFiles } from "./read-files.ts";

/** One skill of a server, and what is wrong with it. */
export interface SurveyedSkill {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Undefined where the files differ from one reading to the next. */
  readonly files?: number;
  readonly bytes?: number;
  readonly problems: readonly Diagnostic[];
}

/** All that a server offers, with what was found while it was verified. */
export interface Survey {
  readonly server: {
    readonly address: string;
    readonly name?: string;
    readonly version?: string;
    readonly protocol?: string;
    readonly hasSkills: boolean;
    readonly readsDirectories: boolean;
  };
  /** Undefined where the server does not have the kind at all. */
  readonly offers: {
    readonly tools?: readonly string[];
    readonly prompts?: readonly string[];
    readonly resources?: readonly string[];
    readonly templates?: readonly string[];
  };
  readonly skills: readonly SurveyedSkill[];
  /** Of the list itself; those of a skill stand with it. */
  readonly problems: readonly Diagnostic[];
}

export interface SurveyOptions {
  /** Lists alone, and asks for no file of any skill. */
  readonly isListOnly?: boolean;
}

/** Lists what a server offers, and reads and verifies every file of every skill. Nothing is kept. */
export async function surveyServer(
  connection: McpConnection,
  { isListOnly = false }: SurveyOptions = {},
): Promise<Survey> {
  const { client, skills } = connection;
  const listed = await listSkills(connection);
  const surveyed: SurveyedSkill[] = [];
  for (const skill of listed.skills) {
    const { problems } = isListOnly ? promisedFiles(skill) : await readFiles(connection, skill);
    const { resources } = skill;
    surveyed.push({
      uri: skill.uri,
      name: skill.frontmatter.name,
      description: skill.frontmatter.description,
      ...(resources === "dynamic"
        ? {}
        : { files: resources.length, bytes: resources.reduce((sum, { size }) => sum + size, 0) }),
      problems,
    });
  }
  const info = client.getServerVersion();
  const protocol = client.getNegotiatedProtocolVersion();
  return {
    server: {
      address: connection.shown,
      ...(info === undefined ? {} : { name: info.name, version: info.version }),
      ...(protocol === undefined ? {} : { protocol }),
      hasSkills: skills.supported,
      readsDirectories: skills.directoryRead,
    },
    offers: await offersOf(connection),
    skills: surveyed,
    problems: listed.invalid.map(({ problem }) => problem),
  };
}

async function offersOf({ client, timeoutMs, shown }: McpConnection): Promise<Survey["offers"]> {
  const capabilities = client.getServerCapabilities();
  const options = { timeout: timeoutMs };
  const ask = async <T>(method: string, list: () => Promise<T>): Promise<T> => {
    try {
      return await list();
    } catch (error) {
      throw listFailed(shown, method, error);
    }
  };
  const { tools } =
    capabilities?.tools === undefined
      ? {}
      : await ask("tools/list", () => client.listTools({}, options));
  const { prompts } =
    capabilities?.prompts === undefined
      ? {}
      : await ask("prompts/list", () => client.listPrompts({}, options));
  const offers = {
    ...(tools === undefined ? {} : { tools: tools.map(({ name }) => name) }),
    ...(prompts === undefined ? {} : { prompts: prompts.map(({ name }) => name) }),
  };
  if (capabilities?.resources === undefined) return offers;
  const { resources } = await ask("resources/list", () => client.listResources({}, options));
  const { resourceTemplates } = await ask("resources/templates/list", () =>
    client.listResourceTemplates({}, options),
  );
  return {
    ...offers,
    resources: resources.map(({ uri }) => uri),
    templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  };
}
