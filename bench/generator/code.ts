import type { Random, Weighted } from "./random.ts";
import { identifier, nouns, topics, verbs } from "./words.ts";

type Language = "bash" | "python" | "typescript" | "json" | "yaml" | "";

const languages: Weighted<Language> = [
  ["bash", 45],
  ["python", 20],
  ["typescript", 12],
  ["json", 9],
  ["yaml", 6],
  ["", 8],
];

/** The inside of a code block: short lines of one language, without a fence. */
export function codeLines(random: Random, language: Language, count: number): string[] {
  const indent = language === "python" || language === "typescript" ? "  " : "";
  return Array.from({ length: count }, (_, line) => {
    const text = codeLine(random, language);
    return line > 0 && random.chance(0.4) ? indent + text : text;
  });
}

export function codeFence(random: Random): string {
  const language = random.weighted(languages);
  const mark = random.chance(0.02) ? "~~~" : "```";
  return `${mark}${language}\n${codeLines(random, language, random.integer(2, 16)).join("\n")}\n${mark}\n`;
}

function codeLine(random: Random, language: Language): string {
  const name = identifier(random);
  const noun = random.pick(nouns);
  switch (language) {
    case "bash":
      return random.pick([
        `${random.pick(topics)} ${random.pick(verbs)} --${noun} ./${noun}.json`,
        `# ${random.pick(verbs)} the ${noun}`,
        `curl -s "https://example.org/api/${noun}" | jq '.${name}'`,
        `export ${name.toUpperCase()}="${noun}"`,
        "",
      ]);
    case "python":
      return random.pick([
        `def ${name}(${noun}, limit=${random.integer(1, 50)}):`,
        `${noun} = load("${noun}.csv")`,
        `for ${noun} in ${name}(items):`,
        `print(f"{${noun}} done")  # ${random.pick(verbs)}`,
        "",
      ]);
    case "typescript":
      return random.pick([
        `const ${noun} = await ${name}({ limit: ${random.integer(1, 50)} });`,
        `export function ${name}(${noun}: string): void {`,
        `import { ${name} } from "./${noun}.js";`,
        "}",
        "",
      ]);
    case "json":
      return `  "${name}": ${random.chance(0.5) ? random.integer(0, 999) : `"${noun}"`},`;
    case "yaml":
      return `${name}: ${noun}`;
    case "":
      return random.pick([`${noun}/`, `  ${name}.md`, `${random.pick(verbs)} -> ${noun}`, ""]);
  }
}
