import type { Random } from "./random.ts";
import type { Trait, Traits } from "./traits.ts";
import { nouns, phrase, sentence, topics, verbs } from "./words.ts";

/** One block of body text for each body trait. */
const writers: { readonly [K in Trait]?: (random: Random) => string } = {
  "broken-link": (random) =>
    `See [the ${phrase(random)}](references/missing-${random.pick(nouns)}.md).\n`,
  "parent-link": (random) =>
    `See also [${random.pick(nouns)}](../${random.pick(topics)}-base/SKILL.md).\n`,
  "html-comment": (random) => `<!-- ${sentence(random)} -->\n`,
  tabs: (random) => `- ${random.pick(nouns)}\n\t- ${random.pick(verbs)}\n`,
  "bare-placeholder": (random) =>
    `Write to {{${random.pick(nouns)}}} and to {{${random.pick(nouns)}}}.\n`,
  "foreign-braces": (random) =>
    random.pick([
      "```yaml\nrun: echo ${{ github.sha }}\n```\n",
      "```jsx\n<div style={{ opacity: 1, color: tone }} />\n```\n",
      "```jinja\n{{ user.name | upper }} {% if open %}yes{% endif %}\n```\n",
    ]),
  arguments: () => "The user asked for: $ARGUMENTS\n",
  positional: () => "```bash\nawk '{ print $1, $3 }' \"$1\" | sort\n```\n",
  "bang-command": () => "Current state: !`git status --short`\n",
  "base-dir": (random) =>
    `\`\`\`bash\npython {baseDir}/scripts/${random.pick(verbs)}.py --all\n\`\`\`\n`,
  "plugin-root": (random) => `Run \`\${CLAUDE_PLUGIN_ROOT}/bin/${random.pick(verbs)}\` first.\n`,
  "skill-dir": (random) => `Templates are in \`\${CLAUDE_SKILL_DIR}/${random.pick(nouns)}\`.\n`,
  "at-path": (random) => `Follow @references/${random.pick(nouns)}.md closely.\n`,
  "zero-width": (random) => `The ${random.pick(nouns)}\u200b${random.pick(nouns)} label.\n`,
  "zero-width-joiner": () => "Greet the team 👩\u200d💻 by name.\n",
  "tag-character": () => "Plain words\u{e0068}\u{e0069}\u{e007f} with a tail.\n",
  "c1-control": (random) => `Caf\u00c3\u0089 and ${random.pick(nouns)}.\n`,
  "soft-hyphen": (random) => `A docu\u00adment and a ${random.pick(nouns)}.\n`,
  control: (random) => `Bell\u0007 after the ${random.pick(nouns)}.\n`,
  "no-break-space": (random) => `10\u00a0MB of ${random.pick(nouns)}.\n`,
  "private-use": (random) => `Icon \ue0a0 for ${random.pick(nouns)}.\n`,
  "inner-bom": (random) => `Joined\ufeff ${random.pick(nouns)} text.\n`,
  "unclosed-fence": (random) => `\`\`\`bash\n${random.pick(topics)} ${random.pick(verbs)}\n`,
};

/** The blocks the traits ask for. An unclosed fence comes last: what follows it would be code. */
export function featureBlocks(random: Random, traits: Traits): { inner: string[]; last?: string } {
  const inner: string[] = [];
  let last: string | undefined;
  for (const trait of traits) {
    const text = writers[trait]?.(random);
    if (text === undefined) continue;
    if (trait === "unclosed-fence") last = text;
    else inner.push(text);
  }
  return last === undefined ? { inner } : { inner, last };
}
