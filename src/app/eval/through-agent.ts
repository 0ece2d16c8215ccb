/** The skills of some folders as the program of a coding agent tells its model of them. */
import { createCapture, findAgentProgram } from "../../run/eval/index.ts";
import { bodyOf, readDocument, readSkill } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { ReadListing } from "./listing.ts";
import type { Runner } from "./runner.ts";

const SKILL = /(?:^|\/)skill\.md$/iu;

export function readThroughAgent(
  { files, computer }: Context,
  id: string,
  roots: readonly string[],
  { recorded }: Pick<Runner, "recorded">,
): ReadListing {
  const program = findAgentProgram(id);
  if (files === undefined || program === undefined) throw fail("app/inline-only", { ref: id });
  const documents = files.readDocuments(roots, (path) => SKILL.test(path)).documents;
  const skills = new Map<string, string>();
  const bodies = new Map<string, string>();
  for (const { location, text } of documents) {
    const folder = location.split("/").at(-2) ?? "";
    skills.set(folder, text);
    const name = readSkill(text, { path: location }).value?.skill.identity.name ?? folder;
    bodies.set(name, bodyOf(readDocument(text)));
  }
  const path = computer?.environment["PATH"] ?? "";
  return {
    system: program.id,
    prompt: "",
    names: [...bodies.keys()],
    instructions: (name) => bodies.get(name) ?? "",
    begin: createCapture({ program, skills, path, recorded, openRunner: files.sandbox }),
  };
}
