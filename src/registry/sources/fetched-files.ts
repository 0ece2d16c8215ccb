import { computeSha256 } from "../../platform/index.ts";
import type { SkillFile } from "../package/skill-file.ts";
import type { FetchedFile } from "./fetched.ts";

/** A file as it was read, with its digest. */
export function toFetched({ path, bytes, isExecutable = false }: SkillFile): FetchedFile {
  return { path, bytes, isExecutable, digest: `sha256:${computeSha256(bytes)}` };
}
