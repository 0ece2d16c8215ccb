import { secondOpinion, withFindings } from "../../check/scan/index.ts";
import { newSecret } from "../../platform/machine/index.ts";
import { type LanguageModels, openModels } from "../../run/models/index.ts";
import type { Context } from "../context.ts";
import { modelSettings } from "../run/model-settings.ts";
import { contentOf } from "./content.ts";
import { scanPorts } from "./ports.ts";
import type { ScanRun } from "./run.ts";

/** Asks a language model about every skill, where the user wants that: its files go to whoever runs the model. */
export async function withSecondOpinion(run: ScanRun, context: Context): Promise<ScanRun> {
  const asked = context.options.text("opinion");
  if (asked === undefined) return run;
  const { environment } = context;
  const models = openModels({ settings: await modelSettings(context, environment), environment });
  const { id: model } = models.resolve(asked);
  const ports = scanPorts();
  const skills: ScanRun["skills"][number][] = [];
  for (const [index, skill] of run.skills.entries()) {
    const place = run.places[index];
    if (place === undefined) continue;
    context.err(`Asking ${model} about ${skill.path}.\n`);
    const { files, directory } = contentOf(place);
    const findings = await secondOpinion(
      { files, directory, ports },
      {
        port: { ask: ({ system, user }) => ask(models, model, system, user) },
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

async function ask(
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
