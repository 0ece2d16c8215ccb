import { scan } from "../engine.ts";
import type { ScanFinding } from "../finding.ts";
import type { FoundSecret } from "../ports.ts";
import { DEFAULT_LIMITS, type ScanInput } from "../skill-files.ts";
import { sourceOf } from "../source-file.ts";
import { type Opinion, type OpinionPort, questionsFor, readOpinions } from "./opinion.ts";
import { opinionRule } from "./opinion-rule.ts";

export interface SecondOpinionOptions {
  readonly port: OpinionPort;
  /** Named in every finding, so that nobody takes it for one of the scanner. */
  readonly model: string;
  /** Random letters and digits, new for each skill. */
  readonly boundary: string;
}

/** What a language model objects to in a skill: further findings, never fewer. */
export async function secondOpinion(
  input: ScanInput,
  { port, model, boundary }: SecondOpinionOptions,
): Promise<readonly ScanFinding[]> {
  let room = DEFAULT_LIMITS.totalLength;
  const files = input.files.map((file) => {
    const source = sourceOf(file, DEFAULT_LIMITS, room);
    room -= source.text?.length ?? 0;
    return source;
  });
  const found = new Map<string, readonly FoundSecret[]>();
  for (const { path, text } of files)
    if (text !== undefined) found.set(path, (await input.ports?.secrets?.find(path, text)) ?? []);
  const questions = questionsFor({ files, secrets: (path) => found.get(path) ?? [], boundary });
  const opinions: Opinion[] = [];
  for (const request of questions.requests)
    opinions.push(...readOpinions(await port.ask(request), files));
  const rule = opinionRule(opinions, model, questions.unread);
  const { findings } = await scan(input, { rules: [rule] });
  return findings;
}
