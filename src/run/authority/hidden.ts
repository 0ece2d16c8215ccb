import type { FileRule } from "./policy-value.ts";
import { OWN_PLACE, splitPattern } from "./scopes.ts";

/** Where programs keep keys, passwords and sessions. A permission opens one of these only by its own name. */
const SECRET_PLACES: readonly string[] = [
  "/etc/gshadow",
  "/etc/kubernetes",
  "/etc/shadow",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/var/lib/containers",
  "/var/lib/docker",
  "~/.aws",
  "~/.azure",
  "~/.bash_history",
  "~/.bitcoin",
  "~/.boto",
  "~/.bundle/config",
  "~/.cache/huggingface/token",
  "~/.cargo/credentials",
  "~/.cargo/credentials.toml",
  "~/.claude.json",
  "~/.claude/.credentials.json",
  "~/.claude/projects",
  "~/.codex/auth.json",
  "~/.codex/sessions",
  "~/.composer/auth.json",
  "~/.config/Bitwarden",
  "~/.config/BraveSoftware",
  "~/.config/Signal",
  "~/.config/Slack",
  "~/.config/age",
  "~/.config/chromium",
  "~/.config/composer/auth.json",
  "~/.config/containers/auth.json",
  "~/.config/discord",
  "~/.config/doctl",
  "~/.config/filezilla",
  "~/.config/gcloud",
  "~/.config/gh",
  "~/.config/git/credentials",
  "~/.config/github-copilot",
  "~/.config/glab-cli",
  "~/.config/google-chrome",
  "~/.config/hub",
  "~/.config/microsoft-edge",
  "~/.config/op",
  "~/.config/pip/pip.conf",
  "~/.config/pypoetry/auth.toml",
  "~/.config/rclone",
  "~/.config/remmina",
  "~/.config/sops",
  "~/.config/stripe",
  "~/.databrickscfg",
  "~/.docker",
  "~/.electrum",
  "~/.env",
  "~/.envrc",
  "~/.ethereum",
  "~/.fly",
  "~/.gem/credentials",
  "~/.gemini/oauth_creds.json",
  "~/.git-credentials",
  "~/.gnupg",
  "~/.gradle/gradle.properties",
  "~/.huggingface",
  "~/.kaggle",
  "~/.kube",
  "~/.local/share/fish",
  "~/.local/share/keyrings",
  "~/.local/share/kwalletd",
  "~/.local/share/opencode/auth.json",
  "~/.m2/settings.xml",
  "~/.mozilla",
  "~/.my.cnf",
  "~/.mylogin.cnf",
  "~/.mysql_history",
  "~/.netlify",
  "~/.netrc",
  "~/.node_repl_history",
  "~/.npmrc",
  "~/.nuget/NuGet",
  "~/.oci",
  "~/.openclaw/.env",
  "~/.openclaw/agents",
  "~/.openclaw/credentials",
  "~/.openclaw/openclaw.json",
  "~/.password-store",
  "~/.pgpass",
  "~/.pip/pip.conf",
  "~/.psql_history",
  "~/.pypirc",
  "~/.python_history",
  "~/.s3cfg",
  "~/.sqlite_history",
  "~/.ssh",
  "~/.terraform.d",
  "~/.terraformrc",
  "~/.thunderbird",
  "~/.vault-token",
  "~/.vnc",
  "~/.wrangler",
  "~/.yarnrc.yml",
  "~/.zsh_history",
];

/** What stays out of sight whatever is granted around it. */
export function hiddenPlaces(files: readonly FileRule[]): readonly string[] {
  const named = new Set(files.map(({ pattern }) => splitPattern(pattern).base));
  return [...SECRET_PLACES.filter((place) => !named.has(place)), OWN_PLACE];
}

/**
 * Places of secrets that a path lies in, as parts of that path. Whose home it is does not matter: what lies at such a
 * place in any folder counts as one.
 */
export function secretsAbove(path: string): readonly string[] {
  const places = [...SECRET_PLACES, OWN_PLACE].flatMap((place) => {
    if (!place.startsWith("~/")) return path === place || path.startsWith(`${place}/`) ? place : [];
    const end = `${path}/`.indexOf(`${place.slice(1)}/`);
    return end < 0 ? [] : path.slice(0, end + place.length - 1);
  });
  return places;
}
