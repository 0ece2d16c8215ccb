import { type FolderReader, type FoundFile, type Meter, readFolder } from "../../platform/index.ts";

/** Counts the folders that are read. */
export function meterFolders(
  meter: Meter | undefined,
  read: FolderReader = readFolder,
): FolderReader {
  if (meter === undefined) return read;
  let done = 0;
  return (path) => {
    done += 1;
    meter.step({ unit: "folders", done, path });
    return read(path);
  };
}

/** Goes through skills, and counts them. */
export function mapFiles<Result>(
  files: readonly FoundFile[],
  meter: Meter | undefined,
  work: (file: FoundFile) => Result,
): Result[] {
  if (meter === undefined) return files.map(work);
  const all = files.length;
  try {
    return files.map((file, index) => {
      meter.step({ unit: "skills", done: index + 1, all, path: file.shown });
      return work(file);
    });
  } finally {
    meter.end();
  }
}
