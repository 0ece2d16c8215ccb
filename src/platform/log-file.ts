import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

export interface LogFile {
  /** Appends one line. Throws where the disk refuses it. */
  readonly write: (line: string) => void;
  readonly close: () => void;
}

export interface LogFileOptions {
  readonly path: string;
  /** A file that has grown to this size is renamed to `<path>.1`, which replaces the one before it. */
  readonly maxBytes: number;
}

/** Only the user that runs the server may read who asked for what. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Opens a log that is appended to and never takes more than twice `maxBytes`. */
export function openLogFile({ path, maxBytes }: LogFileOptions): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  let file = openForAppend(path);
  let size = fstatSync(file).size;
  return {
    write: (line) => {
      const bytes = Buffer.from(`${line}\n`);
      if (size > 0 && size + bytes.length > maxBytes) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openForAppend(path);
        size = 0;
      }
      writeSync(file, bytes);
      size += bytes.length;
    },
    close: () => {
      closeSync(file);
    },
  };
}

function openForAppend(path: string): number {
  const file = openSync(path, "a", FILE_MODE);
  // The file may come from before, with another mode.
  fchmodSync(file, FILE_MODE);
  return file;
}
