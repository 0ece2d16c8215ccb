import { resolvePath } from "../../platform/index.ts";
import { homeFolder, workingFolder } from "../../platform/process/index.ts";
import type { OwnPlaces } from "../../run/sandbox/index.ts";
import type { PlatformSettings } from "./settings.ts";

interface ServerPlaces {
  readonly settings: Pick<PlatformSettings, "database">;
  readonly dataFolder: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly closedFiles?: readonly string[];
}

/** What the server keeps, wherever it was told to: no code of users gets at it, whatever was granted. */
export async function ownPlaces({
  settings: { database },
  dataFolder,
  environment,
  closedFiles = [],
}: ServerPlaces): Promise<OwnPlaces> {
  const { ownPlacesOf } = await import("../../run/sandbox/index.ts");
  const folder = workingFolder();
  const isFile = database !== undefined && !/^:|:\/\//u.test(database);
  const file = isFile ? resolvePath(folder, database) : "";
  const beside = ["", "-wal", "-shm", "-journal"].map((ending) => `${file}${ending}`);
  return {
    folders: [
      ...ownPlacesOf(homeFolder(), folder, environment).folders,
      ...(dataFolder.startsWith(":") ? [] : [resolvePath(folder, dataFolder)]),
    ],
    files: [...closedFiles, ...(isFile ? beside : [])],
  };
}
