import { secondOpinion, withFindings } from "../../check/scan/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import type { LanguageModels } from "../../run/models/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";
import type { ScanRun } from "./scan-run.ts";

/** Asks a language model about every skill, where the user wants that: its files go to whoever runs the model. */
export async function withSecondOpinion(
  run: ScanRun,
  models: LanguageModels,
  asked: string,
  progress: (line: string) => void = () => {},
): Promise<ScanRun> {
  const { id: model } = models.resolve(asked);
  const ports = openScanEngines();
  const skills: ScanRun["skills"][number][] = [];
  for (const [index, skill] of run.skills.entries()) {
    const content = run.contents[index]?.();
    if (content === undefined) continue;
    progress(`Asking ${model} about ${skill.path}.`);
    const findings = await secondOpinion(
      { ...content, ports },
      {
        port: { ask: ({ system, user }) => askModel(models, model, system, user) },
        model,
        boundary: newSecret()
          .replaceAll(/[^A-Za-z0-9]/g, "")
          .slice(0, 32)
          .padEnd(16, "x"),
      },
    );
    const all = [...skill.report.findings, ...findings];
    skills.push({ ...skill, report: withFindings(skill.report, all) });
  }
  return { ...run, skills };
}

async function askModel(
  models: LanguageModels,
  model: string,
  system: string,
  user: string,
): Promise<string> {
  const messages = [
    { role: "system" as const, content: system },
    { role: "user" as const, content: user },
  ];
  const words: string[] = [];
  for await (const event of models.generate({ messages, model, temperature: 0 }))
    if (event.kind === "text") words.push(event.text);
  return words.join("");
}
