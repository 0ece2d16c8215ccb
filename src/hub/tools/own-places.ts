import { resolvePath } from "../../platform/index.ts";
import { homeFolder, workingFolder } from "../../platform/process/index.ts";
import { type OwnPlaces, listOwnPlaces } from "../../run/sandbox/index.ts";

interface ServerPlaces {
  readonly settings: { readonly database?: string | undefined };
  readonly dataFolder: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly closedFiles?: readonly string[];
}

/** What the server keeps, wherever it was told to: no code of users gets at it, whatever was granted. */
export function ownPlaces({
  settings: { database },
  dataFolder,
  environment,
  closedFiles = [],
}: ServerPlaces): OwnPlaces {
  const folder = workingFolder();
  const isFile = database !== undefined && !/^:|:\/\//u.test(database);
  const file = isFile ? resolvePath(folder, database) : "";
  const beside = ["", "-wal", "-shm", "-journal"].map((ending) => `${file}${ending}`);
  return {
    folders: [
      ...listOwnPlaces(homeFolder(), folder, environment).folders,
      ...(dataFolder.startsWith(":") ? [] : [resolvePath(folder, dataFolder)]),
    ],
    files: [...closedFiles, ...(isFile ? beside : [])],
  };
}
