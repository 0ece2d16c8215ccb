import type { ScanContext } from "../context.ts";

/** Parts of names that many hosts have and none is told by. */
const COMMON = new Set(
  "www api app cdn raw get install download downloads dl cli docs static files data blob storage com org net".split(
    " ",
  ),
);
const SUFFIX = /\.(?:(?:co|com|org|net|ac|gov)\.[a-z]{2}|[a-z]{2,24})$/;

/** The word by which people know a host: `cli` and `.com` are left out of `cli.vendor.com`. */
function labelOf(host: string): string {
  const bare = host.replace(SUFFIX, "").split(".");
  const last = bare.at(-1) ?? "";
  // Names of documents belong to nobody; the part before tells whom the text means.
  const label = last === "example" ? (bare.at(-2) ?? "") : last;
  return COMMON.has(label) ? "" : label;
}

interface Words {
  readonly text: string;
}

function wordsOf(context: ScanContext): Words {
  const { skill } = context;
  const { name = "", homepage = "", repository = "" } = skill?.skill.identity ?? {};
  const own = homepagesIn(context.fileAt(context.skillFile ?? "")?.text ?? "");
  const texts = context.files.flatMap(({ text, kind }) =>
    text === undefined || (kind !== "skill" && kind !== "markdown") ? [] : [text.slice(0, 60_000)],
  );
  const body = texts
    .join("\n")
    .toLowerCase()
    // The address in question must not stand as its own witness.
    .replace(/\b(?:https?|ftp):\/\/[^\s/"'`<>)]+[^\s"'`<>)]*/g, " ");
  return {
    text: squeeze(`${name} ${homepage} ${own} ${repository} ${context.directory ?? ""} ${body}`),
  };
}

/** Addresses that the frontmatter names as the skill's own, in whatever dialect. */
function homepagesIn(text: string): string {
  const end = text.startsWith("---") ? text.indexOf("\n---", 3) : -1;
  const lines = end === -1 ? [] : text.slice(0, end).split("\n");
  return lines.filter((line) => /^\s*["']?(?:homepage|website)["']?\s*:/i.test(line)).join(" ");
}

/** Whether the skill speaks of whoever holds the host, or of the owner in a path of a code host. */
export function isRelated(context: ScanContext, host: string): boolean {
  const label = squeeze(labelOf(host));
  if (label.length < 3) return false;
  return context.ask(wordsOf).text.includes(label);
}

/** Owners of repositories whose installers are as well known as they themselves. */
const KNOWN_OWNERS = new Set(
  "homebrew nvm-sh ohmyzsh rbenv pyenv junegunn helm kubernetes kubernetes-sigs docker aquasecurity anchore golangci goreleaser argoproj fluxcd grafana hashicorp aws awslabs azure google googlecloudplatform googleworkspace github cli microsoft anthropics openai vercel vercel-labs cloudflare supabase openclaw modelcontextprotocol astral-sh denoland oven-sh rust-lang nodejs python k3d-io rancher istio linkerd jesseduffield sharkdp zellij-org nektos terraform-linters infracost gitleaks trufflesecurity".split(
    " ",
  ),
);

/** Whether the owner or the name of a repository is known, or one that the skill speaks of elsewhere. */
export function isOwnerNamed(context: ScanContext, path: string): boolean {
  const [, owner = "", repository = ""] = path.toLowerCase().split("/");
  if (KNOWN_OWNERS.has(owner)) return true;
  const { text } = context.ask(wordsOf);
  return [owner, repository].map(squeeze).some((word) => word.length > 2 && text.includes(word));
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9\s]/g, "");
}
