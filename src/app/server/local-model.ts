/** The embedding model that runs on this machine, and needs no network once it is there. */
import { findDataFolder, failure, IN_MEMORY } from "../../platform/index.ts";
import { EMBEDDING_PACKAGES, embeddingFolder, localEmbeddings } from "../../run/knowledge/index.ts";
import { findInstaller, installPackages } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";

export interface InstalledModel {
  readonly installed: string;
  /** It was there before. */
  readonly isKnown: boolean;
}

const NAME = "all-MiniLM-L6-v2";
const TIMEOUT_MS = 900_000;

/** Installs the packages of the model into the data folder, after a yes, and tries it. */
export async function addLocalModel(
  { computer, person }: Pick<Context, "person"> & { readonly computer: LocalComputer },
  { data, yes }: { readonly data?: string; readonly yes: boolean },
): Promise<InstalledModel> {
  const dataFolder = findDataFolder(computer, data);
  if (dataFolder === IN_MEMORY)
    throw failure("cli/usage", "Nothing can be installed into a data folder in memory.", {
      hint: "Name a folder with `--data`.",
    });
  const folder = embeddingFolder(dataFolder);
  const options = { folders: [folder] };
  if (localEmbeddings(options) !== undefined) return { installed: NAME, isKnown: true };
  const { versions, megabytes } = EMBEDDING_PACKAGES;
  const { environment } = computer;
  const program = findInstaller("npm", "", environment);
  person?.show(
    `${NAME} finds passages and skills by what they mean. It takes ${megabytes} MB in ${folder}, ` +
      `is loaded by npm (${versions.join(", ")}), and needs no network afterwards.\n`,
  );
  if (!yes && (await person?.confirm("Install it?")) !== true)
    throw failure("cli/usage", "Installing a model needs your confirmation.", {
      hint: "Add `--yes` to install without a question. Nothing was installed.",
    });
  const plan = {
    skill: "models",
    manager: "npm",
    packages: versions,
    folder,
    isThere: false,
  } as const;
  await installPackages(plan, {
    root: dataFolder,
    environment,
    interpreter: "",
    program,
    timeoutMs: TIMEOUT_MS,
    onOutput: person?.show ?? (() => {}),
  });
  const [vector] = (await localEmbeddings(options)?.embed(["hello"])) ?? [];
  if (vector === undefined)
    throw failure("cli/refused", `${NAME} was installed into ${folder}, and cannot be loaded.`, {
      hint: "Delete the folder and try again.",
    });
  return { installed: NAME, isKnown: false };
}
