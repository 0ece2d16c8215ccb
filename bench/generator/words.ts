import type { Random } from "./random.ts";

export const verbs: readonly string[] = (
  "review plan draft check sort trace merge render convert summarise publish archive label measure " +
  "refactor test deploy monitor index query rename translate schedule compare validate export " +
  "import clean group outline profile migrate annotate split repair backup sync format inspect"
).split(" ");

export const nouns: readonly string[] = (
  "report invoice ticket release notebook calendar dataset branch changelog diagram schema query " +
  "pipeline dashboard recipe budget glossary transcript image spreadsheet contract playlist inbox " +
  "backlog survey photo ledger manuscript roster itinerary catalogue template snapshot container " +
  "commit endpoint cluster bucket certificate podcast lesson garden weather route meeting"
).split(" ");

const qualifiers: readonly string[] = (
  "weekly shared nested draft signed public small remote stale hourly verified large local typed " +
  "grouped partial final legacy annual numbered sparse dense"
).split(" ");

export const topics: readonly string[] = (
  "terraform postgres python react kubernetes latex excel slack notion grafana redis rust swift " +
  "ffmpeg obsidian stripe airflow docker spotify linear figma jira sqlite duckdb"
).split(" ");

const conditions: readonly string[] = [
  "when the input is larger than expected",
  "before anything is written to disk",
  "unless the user asks for the long form",
  "after the first pass has finished",
  "while the other steps are still waiting",
  "if two sources disagree",
  "so that a later reader can follow it",
  "without touching files outside the project",
  "and keep the old copy until the end",
  "because the next step depends on it",
  "even when only one item is left",
  "in the order they were found",
];

/** Chinese and Japanese fragments that may follow one another in any order. */
const cjkFragments: readonly string[] = [
  "整理文档并生成摘要",
  "检查配置文件是否完整",
  "当用户需要比较两个版本时使用",
  "把结果写入本地目录",
  "支持多种数据格式",
  "按照时间顺序列出所有记录",
  "不会修改原始文件",
  "会議の記録を要約する",
  "表形式のデータを確認する",
  "翻訳した文章を読み直す",
  "先读取目录再逐个处理",
  "出现错误时给出原因和位置",
];

export function phrase(random: Random): string {
  const noun = random.pick(nouns);
  return random.chance(0.6) ? `${random.pick(qualifiers)} ${noun}` : noun;
}

/** One English sentence without a colon, a quote or a `#`, so that it is also a safe plain scalar. */
export function sentence(random: Random): string {
  const verb = random.pick(verbs);
  const start = verb.charAt(0).toUpperCase() + verb.slice(1);
  switch (random.integer(0, 4)) {
    case 0:
      return `${start} the ${phrase(random)} ${random.pick(conditions)}.`;
    case 1:
      return `${start} each ${phrase(random)}, then ${random.pick(verbs)} the ${phrase(random)}.`;
    case 2:
      return `The ${phrase(random)} and the ${phrase(random)} must agree ${random.pick(conditions)}.`;
    case 3:
      return `Use \`${random.pick(topics)}\` to ${verb} the ${phrase(random)}.`;
    default:
      return `Prefer one ${phrase(random)} over ${random.integer(2, 9)} ${random.pick(nouns)} files.`;
  }
}

export function cjkSentence(random: Random): string {
  const fragments = random.sample(cjkFragments, random.integer(1, 3));
  return `${fragments.join("，")}。`;
}

/** Sentences, separated by `separator`, until at least `length` characters are there. */
export function sentences(random: Random, length: number, isCjk: boolean, separator = " "): string {
  const make = isCjk ? cjkSentence : sentence;
  let text = make(random);
  while (text.length < length) text += separator + make(random);
  return text;
}

export function title(random: Random): string {
  const words = [random.pick(verbs), random.pick(qualifiers), random.pick(nouns)];
  return words
    .slice(0, random.integer(2, 3))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** A lower-case kebab-case name; the vocabulary is large enough that few of 6,000 clash. */
export function kebabName(random: Random): string {
  const parts = [random.pick(nouns), random.pick(verbs)];
  parts.unshift(random.chance(0.5) ? random.pick(topics) : random.pick(qualifiers));
  if (random.chance(0.3)) parts.pop();
  if (random.chance(0.25)) parts.push(random.pick(nouns));
  return parts.join("-");
}

export function identifier(random: Random): string {
  return `${random.pick(verbs)}_${random.pick(nouns)}`;
}
