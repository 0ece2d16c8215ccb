import { clientRoots } from "../../library/roots/index.ts";
import { failure, joinPath, resolvePath } from "../../platform/index.ts";
import { type Dialect, dialects, type HomeRules, didYouMean } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { openSpecification } from "../../skill/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { usualPlaces } from "../library/settings.ts";
import { expandPath } from "../../library/roots/index.ts";

type Computer = Pick<LocalComputer, "environment" | "folder">;

/** Where skills go for one client, and what it reads there. */
export interface ClientTarget {
  readonly client: string;
  readonly folder: string;
  readonly dialect: Dialect;
}

/** Names of all clients for which skills can be installed. */
function clientNames(): readonly string[] {
  return [
    ...dialects.flatMap(({ homes, layout }) => homes?.installs?.client ?? layout?.client ?? []),
    ...Object.keys(clientRoots),
  ].filter((name, index, all) => all.indexOf(name) === index);
}

/** The folder of a client: the project's, or the user's own. */
export function clientTarget(client: string, isGlobal: boolean, computer: Computer): ClientTarget {
  const target =
    ofHomes(client, isGlobal, computer) ??
    ofLayout(client, computer) ??
    ofShared(client, isGlobal, computer);
  if (target !== undefined) return target;
  throw failure("cli/usage", `No known client \`${client}\`.`, {
    hint: didYouMean(client, clientNames()) ?? `Known clients are ${clientNames().join(", ")}.`,
  });
}

function ofHomes(client: string, isGlobal: boolean, computer: Computer): ClientTarget | undefined {
  const dialect = dialects.find(({ homes }) => homes?.installs?.client === client);
  const { homes } = dialect ?? {};
  const { installs } = homes ?? {};
  if (dialect === undefined || homes === undefined || installs === undefined) return undefined;
  const folder = expandHome(homes, isGlobal ? installs.user : installs.project, computer);
  return folder === undefined ? undefined : { client, folder, dialect };
}

function expandHome(homes: HomeRules, path: string, computer: Computer): string | undefined {
  return expandPath(path, usualPlaces(homes, computer));
}

function ofLayout(client: string, computer: Computer): ClientTarget | undefined {
  const dialect = dialects.findLast(({ layout }) => layout?.client === client);
  const { layout } = dialect ?? {};
  if (dialect === undefined || layout === undefined) return undefined;
  const own = computer.environment[layout.variable];
  const base =
    own === undefined || own === "" ? joinPath(findHome(computer.environment), layout.home) : own;
  return { client, folder: resolvePath(computer.folder, base, layout.skills), dialect };
}

/** Clients that follow the specification that they share. */
function ofShared(client: string, isGlobal: boolean, computer: Computer): ClientTarget | undefined {
  const { roots } = (Object.hasOwn(clientRoots, client) ? clientRoots[client] : undefined) ?? {};
  const root = roots?.find(({ source }) => source === (isGlobal ? "user" : "project"));
  if (root === undefined) return undefined;
  const folder = root.path
    .replace("{project}", () => computer.folder)
    .replace("{home}", () => findHome(computer.environment));
  return { client, folder: resolvePath(folder), dialect: openSpecification() };
}
