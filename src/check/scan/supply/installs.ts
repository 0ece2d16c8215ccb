import type { Span } from "../../../skill/index.ts";
import { type Ecosystem, type PackageSpec, readSpec } from "./package-spec.ts";
import type { Command, Word } from "./shell-words.ts";
import { oneOf } from "../text/one-of.ts";

export interface InstalledPackage extends Span {
  readonly spec: PackageSpec;
  /** Fetched and run by one command, and nobody is asked. */
  readonly isRunAtOnce: boolean;
}

export interface IndexOption extends Span {
  readonly address: string;
  /** Asked beside the usual one, so that either may answer for a name, or for every later installation. */
  readonly isExtra: boolean;
  readonly ecosystem: Ecosystem;
  /** All that the command takes from it has its version named, so that no higher one wins. */
  readonly isPinned?: boolean;
}

export interface Install {
  readonly packages: readonly InstalledPackage[];
  readonly indexes: readonly IndexOption[];
}

interface Installer {
  readonly ecosystem: Ecosystem;
  /** The words that ask for packages, the program first. */
  readonly verbs: RegExp;
  /** Only the first word is a package, the rest is for the program that it holds. */
  readonly isRunAtOnce?: boolean;
  /** Takes what the project has, and asks before it fetches anything else. */
  readonly asks?: boolean;
}

const INSTALLERS: readonly Installer[] = [
  { ecosystem: "npm", verbs: /^npx /, isRunAtOnce: true, asks: true },
  { ecosystem: "npm", verbs: /^(?:bunx|pnpx) /, isRunAtOnce: true },
  { ecosystem: "npm", verbs: /^(?:(?:pnpm|yarn) dlx|npm exec|npm x|bun x) /, isRunAtOnce: true },
  {
    ecosystem: "npm",
    verbs:
      /^(?:npm (?:install|i|add|ci)|pnpm (?:add|install|i)|yarn (?:global )?add|bun (?:add|install|i)) /,
  },
  { ecosystem: "pypi", verbs: /^(?:uvx|pipx run|uv tool run) /, isRunAtOnce: true },
  {
    ecosystem: "pypi",
    verbs:
      /^(?:pip[\d.]* install|python[\d.]* -m pip install|py -m pip install|uv pip install|uv add|uv tool install|pipx install|poetry add|conda install|mamba install) /,
  },
  { ecosystem: "gem", verbs: /^gem install / },
  { ecosystem: "crates", verbs: /^cargo (?:install|add|binstall) / },
  { ecosystem: "go", verbs: /^go (?:install|get|run) / },
  { ecosystem: "brew", verbs: /^brew (?:install|tap) / },
];

/** Options that take the next word, which is no package then. */
const WITH_VALUE = oneOf([
  /^-[rctdfpP]$/,
  /^(?:--(?:requirement|constraint|target|prefix|python|find-links|index|index-url|extra-index-url|default-index|registry|trusted-host|package|from|with|cache-dir|platform))$/,
  /^(?:--(?:root|git|branch|tag|version|features|path|group|user-agent|src|dest|template))$/,
]);
/** Options of commands that run at once, whose value is the package. */
const NAMES_PACKAGE = /^(?:-p|--package|--from|--with)$/;
const INDEX = /^--(index-url|extra-index-url|index|default-index|registry|find-links)$/;

/** Settings that name an index for every later installation; the address is in the last word. */
const SETTINGS: readonly (readonly [RegExp, Ecosystem])[] = [
  [/^(?:npm|pnpm|yarn|bun) (?:config )?set (?:-\S+ )?(?:[\w@:.-]{1,60}:)?registry[= ]/, "npm"],
  [/^yarn config set npmRegistryServer /, "npm"],
  [/^(?:pip[\d.]*|python[\d.]* -m pip) config (?:-\S+ )?set \S{0,30}index-url /, "pypi"],
  [/^gem sources? (?:-a|--add) /, "gem"],
  [/^go env -w GOPROXY=/, "go"],
];

function settingOf({ words }: Command): Install | undefined {
  const last = words.at(-1);
  const line = words.map(({ text }) => text).join(" ");
  const found = SETTINGS.find(([pattern]) => pattern.test(line));
  if (last === undefined || found === undefined) return undefined;
  const address = last.text.replace(/^[\w.-]{0,40}=/, "");
  const { start, end } = last;
  return { packages: [], indexes: [{ address, isExtra: true, ecosystem: found[1], start, end }] };
}

/** What a command installs; undefined for a command that installs nothing. */
export function installOf(command: Command): Install | undefined {
  const setting = settingOf(command);
  if (setting !== undefined) return setting;
  const line = `${command.words
    .slice(0, 4)
    .map(({ text }) => text)
    .join(" ")} `;
  const installer = INSTALLERS.find(({ verbs }) => verbs.test(line));
  if (installer === undefined) return undefined;
  const used = installer.verbs.exec(line)?.[0].trim().split(" ").length ?? 1;
  const { words, indexes, named } = sortWords(command.words.slice(used), installer.ecosystem);
  const wanted =
    installer.isRunAtOnce === true ? (named.length > 0 ? named : words.slice(0, 1)) : words;
  const isAsked =
    installer.asks === true && !command.words.some(({ text }) => /^(?:-y|--yes)$/.test(text));
  const packages = wanted.flatMap((word) => packageOf(word, installer, isAsked));
  const isPinned = packages.length > 0 && packages.every(({ spec }) => spec.isPinned);
  return { packages, indexes: indexes.map((index) => ({ ...index, isPinned })) };
}

interface Sorted {
  readonly words: readonly Word[];
  readonly named: readonly Word[];
  readonly indexes: readonly IndexOption[];
}

function sortWords(rest: readonly Word[], ecosystem: Ecosystem): Sorted {
  const words: Word[] = [];
  const named: Word[] = [];
  const indexes: IndexOption[] = [];
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] as Word;
    if (/^[0-9]*[<>]/.test(word.text)) break;
    if (!word.text.startsWith("-")) {
      words.push(word);
      continue;
    }
    const equals = word.text.indexOf("=");
    const option = equals === -1 ? word.text : word.text.slice(0, equals);
    const takesNext = equals === -1 && WITH_VALUE.test(option);
    const next = rest[index + 1];
    const value =
      equals === -1 ? (takesNext ? next?.text : undefined) : word.text.slice(equals + 1);
    if (takesNext) index++;
    if (value !== undefined && INDEX.test(option))
      indexes.push({
        address: value,
        isExtra:
          option !== "--index-url" && option !== "--default-index" && option !== "--registry",
        ecosystem,
        start: word.start,
        end: takesNext && next !== undefined ? next.end : word.end,
      });
    if (takesNext && next !== undefined && NAMES_PACKAGE.test(option)) named.push(next);
  }
  return { words, named, indexes };
}

function packageOf(
  word: Word,
  { ecosystem, isRunAtOnce = false }: Installer,
  isAsked: boolean,
): readonly InstalledPackage[] {
  const spec = readSpec(ecosystem, word.text);
  if (spec === undefined) return [];
  const isNewest = spec.version === "latest" || spec.version === "next";
  return [
    { spec, isRunAtOnce: isRunAtOnce && (!isAsked || isNewest), start: word.start, end: word.end },
  ];
}
