import { oneLine, withoutControlsButColors } from "../../platform/index.ts";
import type { Survey, SurveyedSkill } from "../../registry/sources/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";
import { clip, count, styleSeverity } from "../../app/text.ts";

/** Everything that is wrong, of the list and of the skills. */
export function collectProblems({ problems, skills }: Survey): readonly Diagnostic[] {
  return [...problems, ...skills.flatMap((skill) => skill.problems)];
}

/** What was found counts as a finding; what can only be noted does not. */
export function isFinding({ severity }: Diagnostic): boolean {
  return severity === "error" || severity === "warning";
}

function plain({ code, severity, message, hint }: Diagnostic): object {
  return { code, severity, message, ...(hint === undefined ? {} : { hint }) };
}

export function surveyDocument(survey: Survey): object {
  return {
    ...survey,
    skills: survey.skills.map((skill) => ({ ...skill, problems: skill.problems.map(plain) })),
    problems: survey.problems.map(plain),
    summary: {
      skills: survey.skills.length,
      findings: collectProblems(survey).filter(isFinding).length,
    },
  };
}

/** Text of strangers goes to the terminal without anything that could steer it. */
export function renderSurvey(survey: Survey, context: Context, isListOnly: boolean): string {
  const { server, offers, skills } = survey;
  const { paint } = context;
  const name = server.name === undefined ? "" : `${server.name} ${server.version ?? ""}`.trim();
  const lines = [
    paint("bold", server.address),
    ...(name === "" ? [] : [`  server     ${name}`]),
    ...(server.protocol === undefined ? [] : [`  protocol   ${server.protocol}`]),
    ...kindLines(offers),
    `  skills     ${server.hasSkills ? skills.length : "the server does not have the Skills extension"}`,
    ...survey.problems.flatMap((problem) => problemLines(problem, context)),
    ...skills.flatMap((skill) => skillLines(skill, context)),
    "",
    verdict(survey, isListOnly),
  ];
  return `${lines.map((line) => withoutControlsButColors(line).replaceAll("\n", " ")).join("\n")}\n`;
}

function kindLines(offers: Survey["offers"]): readonly string[] {
  const kinds = ["tools", "prompts", "resources", "templates"] as const;
  return kinds.flatMap((kind) => {
    const names = offers[kind];
    if (names === undefined) return [];
    const shown = names.length === 0 ? "" : `: ${clip(oneLine(names.join(", ")), 70)}`;
    return [`  ${kind.padEnd(10)} ${names.length}${shown}`];
  });
}

function skillLines(skill: SurveyedSkill, context: Context): readonly string[] {
  const isGood = !skill.problems.some(isFinding);
  const mark = isGood ? context.paint("green", "✓") : context.paint("red", "✗");
  const size =
    skill.files === undefined
      ? "files change"
      : `${count(skill.files, "file")}, ${count(skill.bytes ?? 0, "byte")}`;
  const about = clip(oneLine(skill.description), 60);
  return [
    "",
    `${mark} ${context.paint("bold", oneLine(skill.name))}  ${oneLine(skill.uri)}  ${size}`,
    `  ${context.paint("dim", about)}`,
    ...skill.problems.flatMap((problem) => problemLines(problem, context)),
  ];
}

function problemLines({ code, severity, message, hint }: Diagnostic, context: Context): string[] {
  const label = styleSeverity({ style: context.paint }, severity);
  const text = `  ${label}  ${oneLine(message)}  ${context.paint("dim", code)}`;
  return hint === undefined ? [text] : [text, `    ${context.paint("dim", oneLine(hint))}`];
}

/** What it comes to, in a sentence that promises no more than was looked at. */
export function verdict(survey: Survey, isListOnly: boolean): string {
  const findings = collectProblems(survey).filter(isFinding).length;
  const files = survey.skills.reduce((sum, skill) => sum + (skill.files ?? 0), 0);
  const seen = `${count(survey.skills.length, "skill")}, ${count(files, "file")}`;
  if (findings > 0) return `${seen}: ${count(findings, "finding")}.`;
  if (isListOnly) return `${seen}: no file was read.`;
  const unverified = survey.skills.filter((skill) => skill.files === undefined).length;
  if (files === 0) return `${seen}: nothing could be verified.`;
  return unverified === 0
    ? `${seen}: everything is as promised.`
    : `${seen}: what could be verified is as promised, and ${count(unverified, "skill")} could not.`;
}
