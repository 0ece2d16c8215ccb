/** Parts of the context of an operation that are made of this computer. */
import {
  cacheFolder,
  createFileReader,
  type Environment,
  errorCode,
  fileExists,
  joinPath,
  joinShown,
  reasonOf,
  showPath,
  refuseLinks,
  writeWithoutLinks,
} from "../../platform/index.ts";
import type { Files, Meaning, Systems } from "../context.ts";
import { SkillError } from "../../skill/model/index.ts";
import { fail } from "../errors.ts";
import type { LanguageModels, ModelSettings } from "../../run/models/index.ts";
import type { InlineSkill } from "../fields.ts";
import type { Computer } from "../library/selection.ts";
import { readTextsBeside } from "./beside.ts";
import { readDocuments, readNamedText } from "./documents.ts";
import { readOne, resolveInputs } from "./inputs.ts";
import type { LocalComputer } from "./local-computer.ts";
import { mapFiles, meterFolders } from "./meter.ts";
import { placeOf, toSkillSource } from "./skill-source.ts";

function toComputer({ environment, folder, tuneGc, err, startMeter }: LocalComputer): Computer {
  return {
    environment,
    folder,
    tuneGc,
    startMeter,
    notify: (line) => err(`skillwright: ${line}\n`),
  };
}

export async function localModels(
  environment: Environment,
  settings?: ModelSettings,
): Promise<LanguageModels> {
  const { openModels, withEnvironment } = await import("../../run/models/index.ts");
  const used = settings ?? withEnvironment({ providers: {} }, environment);
  return openModels({ settings: used, environment });
}

/** A skill whose text is sent along. */
export async function toInline(path: string, bytes: Uint8Array): Promise<InlineSkill> {
  const { decodeText } = await import("../../skill/index.ts");
  return { path, text: decodeText(bytes).text, bytes };
}

/** The embedding model of this machine, with what it made before. */
export async function localMeaning(computer: LocalComputer): Promise<Meaning | undefined> {
  const { environment } = computer;
  const [{ embeddingFolders, localEmbeddings }, { cachedEmbeddings }] = await Promise.all([
    import("../../run/knowledge/index.ts"),
    import("../../run/eval/index.ts"),
  ]);
  const folders = embeddingFolders(computer, undefined);
  const model = localEmbeddings({ folders });
  return model === undefined ? undefined : cachedEmbeddings(model, cacheFolder(environment));
}

/** Loaded on demand: most commands ask no system. */
export function localSystems(context: LocalComputer): Systems {
  const computer = toComputer(context);
  return {
    folder: context.folder,
    computer,
    agents: async (selection) => {
      // No agent has the name of a format, and their models take long to load.
      const { as = "" } = selection;
      const { dialectIds } = await import("../../skill/index.ts");
      if (dialectIds().some((id) => as === id || as.startsWith(`${id}@`))) return [];
      const { discoverAgents: seeAgents } = await import("../library/agents.ts");
      return seeAgents(selection, computer);
    },
    each: async (selection, work) => {
      const { eachSystem } = await import("../library/systems.ts");
      return await eachSystem(selection, computer, work);
    },
    one: async (selection, work, choice) => {
      const { oneSystem } = await import("../library/systems.ts");
      const system = await oneSystem(selection, computer, choice);
      try {
        return await work(system);
      } finally {
        await system.library.close();
      }
    },
  };
}

export function localFiles(context: LocalComputer): Files {
  const { tuneGc, environment } = context;
  return {
    placeOf,
    besideSkill: readTextsBeside,
    linting: async () => {
      const { openLinting } = await import("./lint/run.ts");
      return openLinting(context);
    },
    scanning: async () => {
      const { openScanning } = await import("./scan/run.ts");
      return openScanning(context);
    },
    readSkill: (path) => {
      const { file, bytes } = readOne(path, undefined);
      return toSkillSource(file, bytes);
    },
    forEachSkill: (paths, work, onFailure) => {
      tuneGc();
      const meter = context.startMeter?.();
      const { files, skipped } = resolveInputs(paths, meterFolders(meter));
      const read = createFileReader();
      const results = mapFiles(files, meter, (file) => {
        try {
          const { text, bytes, isText } = read(file.path);
          return work(toSkillSource(file, isText ? text : bytes));
        } catch (error) {
          if (errorCode(error) === "") throw error;
          return onFailure({ path: file.shown, reason: reasonOf(error) });
        }
      });
      return { results, skipped };
    },
    list: async (paths, isCached) => {
      const { readRows } = await import("./list/rows.ts");
      return await readRows(paths, isCached, context);
    },
    converting: async () => (await import("./converting.ts")).localConverting,
    hosts: async () => {
      const { openLocalHosts } = await import("./local-hosts.ts");
      return openLocalHosts(context);
    },
    tools: async (words, roots) => {
      const { openLocalTools } = await import("./local-tools.ts");
      return await openLocalTools(context, words, roots);
    },
    readDocuments,
    readText: readNamedText,
    readRevision: async (path, revision) => {
      const { readRevision } = await import("../../run/eval/index.ts");
      return await readRevision(path, revision, environment);
    },
    sandbox: async () => {
      const { openSandbox } = await import("./local-tools.ts");
      return openSandbox(context);
    },
    commands: async () => {
      const { openCommands } = await import("./local-tools.ts");
      return openCommands(context);
    },
    writeText: (path, text) => {
      writeOutput(path, text);
    },
    writeNew,
  };
}

const writeNew: Files["writeNew"] = (parent, name, files) => {
  const folder = joinPath(parent, name);
  // `.`: the files are for the folder itself.
  const shown = name === "." ? showPath(parent) : joinShown(showPath(parent), name);
  const taken = files.find(({ path }) => fileExists(joinPath(folder, path)));
  if (taken !== undefined) throw fail("cli/exists", { file: `${shown}/${taken.path}` });
  for (const { path } of files) refuseLinks(joinPath(folder, path), parent);
  for (const { path, text } of files)
    writeFile(joinPath(folder, path), text, { named: parent, shown: `${shown}/${path}` });
  return shown;
};

function writeFile(
  path: string,
  text: string,
  { named, shown }: { readonly named: string; readonly shown: string },
): void {
  try {
    writeWithoutLinks(path, text, { named, existing: "refuse" });
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    // Somebody else made it just now.
    if (errorCode(error) === "EEXIST") throw fail("cli/exists", { file: shown });
    throw fail("cli/unwritable", { reason: reasonOf(error) }, { file: shown, cause: error });
  }
}

export function writeOutput(file: string, text: string): void {
  try {
    writeWithoutLinks(file, text);
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw fail("cli/unwritable", { reason: reasonOf(error) }, { file, cause: error });
  }
}
