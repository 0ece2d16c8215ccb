/**
 * Cases that a program of others made: files in a home and a project, and what a coding agent did with them. A line
 * names the agent and its release; paths in it begin with PROJECT or HOME.
 */
import { agents, type AgentView, type DiscoveredAgent } from "../../library/agents/index.ts";
import { byCodePoint, joinPath } from "../../platform/index.ts";
import { createTemporaryFolder } from "../../platform/folder/index.ts";
import {
  findConfirmation,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from "../../skill/index.ts";

/** What is compared of each skill; programs word the rest anew with every release. */
const COMPARED = ["name", "description", "path", "shown", "cut"] as const;

/** What the model of the agent does with the files of a case; undefined where no such release is modelled. */
export function runAgentCase(id: string, version: string, input: JsonObject): Json | undefined {
  return inAgentCase(
    id,
    version,
    input,
    ({ view }, show) => JSON.parse(show(JSON.stringify(toAnswer(view)))) as Json,
  );
}

/** Lays the files of a case out, and hands the agent over with what it sees there. */
export function inAgentCase<Result>(
  id: string,
  version: string,
  input: JsonObject,
  use: (seen: DiscoveredAgent, show: (text: string) => string) => Result,
): Result | undefined {
  const agent = agents.find(
    (one) => one.command === id && findConfirmation(one.id)?.version === version,
  );
  if (agent === undefined) return undefined;
  const texts = (key: string): readonly [string, Json][] => {
    const value = getKey(input, key);
    return isObject(value) ? Object.entries(value) : [];
  };
  const paths = (key: string): readonly string[] => {
    const value = getKey(input, key);
    return isList(value) ? value.map(toText) : [];
  };
  const cwd = getKey(input, "cwd");
  const { path, close } = createTemporaryFolder((base) => {
    const { project, home, place } = placesIn(base);
    const repositories = paths("git").map((one) => `${place(one)}/.git/HEAD`);
    return {
      folders: [project, home, ...(typeof cwd === "string" ? [cwd] : []), ...paths("dirs")].map(
        (folder) => place(folder),
      ),
      files: new Map([
        ...texts("files").map(([name, text]) => [place(name), toBytes(text)] as const),
        ...texts("settings").map(
          ([name, value]) => [place(name), Buffer.from(place(toText(value)))] as const,
        ),
        ...repositories.map((name) => [name, Buffer.from("ref: refs/heads/main\n")] as const),
      ]),
      links: new Map(texts("links").map(([name, to]) => [place(name), place(toText(to))])),
    };
  });
  try {
    const { home, place, show } = placesIn(path);
    const environment = Object.fromEntries(
      texts("env").map(([name, value]) => [name, place(toText(value))]),
    );
    const ground = {
      folder: place(typeof cwd === "string" ? cwd : "PROJECT"),
      home,
      environment: { HOME: home, ...environment },
      args: paths("args").map(place),
    };
    return use({ agent, ground, view: agent.look(ground) }, show);
  } finally {
    close();
  }
}

interface Places {
  readonly project: string;
  readonly home: string;
  /** Puts the folders of this machine in place of PROJECT and HOME. */
  readonly place: (text: string) => string;
  readonly show: (text: string) => string;
}

function placesIn(base: string): Places {
  const project = joinPath(base, "project");
  const home = joinPath(base, "home");
  return {
    project,
    home,
    place: (text) => text.replaceAll("PROJECT", project).replaceAll("HOME", home),
    show: (text) => text.replaceAll(project, "PROJECT").replaceAll(home, "HOME"),
  };
}

/** What a case expects, cut down to what is compared; names with several winners are compared by name alone. Skills
 * that the model does not see have no order: programs list them as their files came in. */
export function normalizeExpected(expected: Json): Json {
  if (!isObject(expected)) return expected;
  const unstable = getKey(expected, "unstable");
  const winners = isObject(unstable) ? getKey(unstable, "winners") : undefined;
  const skills = getKey(expected, "skills");
  return {
    skills: inOrder(isList(skills) ? skills.filter(isObject) : []).map((skill) => {
      const name = toText(getKey(skill, "name") ?? "");
      if (isObject(winners) && Object.hasOwn(winners, name)) return { name };
      return Object.fromEntries(
        // Some agents do not say where a skill lies.
        COMPARED.filter((key) => Object.hasOwn(skill, key))
          .filter((key) => key !== "path" || skill[key] !== null)
          .map((key) => [key, skill[key] as Json]),
      );
    }),
  };
}

function inOrder<Skill extends { readonly [key: string]: unknown }>(
  skills: readonly Skill[],
): readonly Skill[] {
  const isSeen = ({ shown }: Skill): boolean => shown !== null && shown !== undefined;
  const keyOf = ({ name, path }: Skill): string => JSON.stringify([name, path]);
  return [
    ...skills.filter(isSeen),
    ...skills
      .filter((skill) => !isSeen(skill))
      .toSorted((one, other) => byCodePoint(keyOf(one), keyOf(other))),
  ];
}

function toAnswer({ skills, dropped }: AgentView): object {
  return {
    skills: inOrder(skills.map((skill) => ({ ...skill }))).map(
      ({ name, display, description, path, source, isEnabled, shown, cut }) => ({
        name,
        ...(display === undefined ? {} : { display }),
        description,
        path,
        source,
        enabled: isEnabled,
        shown,
        ...(cut === undefined ? {} : { cut }),
      }),
    ),
    dropped: dropped.map(({ path, reason }) => ({ path, reason })),
  };
}

function toBytes(text: Json): Uint8Array {
  const base64 = isObject(text) ? getKey(text, "base64") : undefined;
  return typeof base64 === "string" ? Buffer.from(base64, "base64") : Buffer.from(toText(text));
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
