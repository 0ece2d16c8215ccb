/** What a path says about the file behind it. */
import { withoutEnd } from "../text/trim.ts";
import type { SourceKind } from "./facts.ts";

const HOME =
  /^(?:\$\{?HOME\}?|%USERPROFILE%|\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)(?=\/|$)/i;

/** One way to write a path: slashes, and `~` for the home of the user. */
export function normalisePath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(HOME, "~")
    .replace(/^file:\/\//, "")
    .replace(/\/\.?\/+/g, "/")
    .replace(/^\.\//, "");
}

/** Joins as shells and libraries do: an absolute part begins anew. */
export function joinPaths(parts: readonly string[]): string {
  let path = "";
  for (const part of parts) {
    if (part === "") continue;
    path = /^[/~]|^[A-Za-z]:/.test(part) || path === "" ? part : `${withoutEnd(path, "/")}/${part}`;
  }
  return path.replace(/\/\.\//g, "/");
}

const KINDS: readonly (readonly [SourceKind, RegExp])[] = [
  [
    "key-file",
    /(?:^|\/)\.ssh\/?$|(?:^|\/)\.ssh\/(?!known_hosts|config$|[^/]*\.pub$)|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w-]+)?$|(?:^|\/)\.gnupg(?:\/|$)/i,
  ],
  [
    "cloud-credentials",
    /(?:^|\/)\.aws(?:\/(?:credentials|config|sso)|\/?$)|\/gcloud\/|application_default_credentials\.json$|(?:^|\/)\.azure\/|(?:^|\/)\.kube\/config|(?:^|\/)\.docker\/config\.json|(?:^|\/)\.(?:npmrc|pypirc|netrc|git-credentials|vault-token)$|\/gh\/hosts\.yml$|\.terraform\.d\/credentials/i,
  ],
  ["env-file", /(?:^|\/)\.env(?:\.(?!example|sample|template|dist|defaults)[\w-]+)?$/i],
  [
    "browser-store",
    /Login Data|\/Cookies$|\/Local State$|logins\.json$|key[34]\.db$|cookies\.sqlite$|Google\/Chrome|\.config\/(?:google-chrome|chromium)|BraveSoftware|\.mozilla\/firefox|Firefox\/Profiles|Microsoft\/Edge\/User Data/i,
  ],
  ["keychain", /\/Keychains(?:\/|$)|login\.keychain|\/keyrings(?:\/|$)|\.password-store(?:\/|$)/i],
  [
    "wallet",
    /wallet\.dat$|\.electrum\/|\.bitcoin(?:\/|$)|\.ethereum\/keystore|solana\/id\.json|\/Exodus\/|exodus\.wallet|nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|Ledger Live|\/atomic\/Local Storage/i,
  ],
  [
    "agent-config",
    /~\/\.(?:openclaw|clawdbot|moltbot)\/(?!(?:workspace\/)?skills\/|workspace\/?$)|\.claude\.json$|\.claude\/(?:\.credentials|settings)[\w.]*json$|claude_desktop_config\.json$|\.codex\/(?:auth\.json|config\.toml)$|\.gemini\/(?:oauth_creds|settings)\.json$|\.cursor\/mcp\.json$/i,
  ],
  ["system-accounts", /^\/etc\/(?:passwd|shadow|sudoers|master\.passwd)$|\/config\/SAM$/i],
  ["history", /\.(?:bash|zsh|sh|python|node_repl|psql|mysql)_history$|ConsoleHost_history\.txt$/i],
];

export function kindOfPath(path: string): SourceKind {
  const normal = normalisePath(path);
  return KINDS.find(([, pattern]) => pattern.test(normal))?.[0] ?? "file";
}

/** Where a file has to lie to be started by the system, the shell or the agent. */
const STARTUP: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\/)\.(?:bashrc|bash_profile|zshrc|zshenv|zprofile|profile|bash_login|config\/fish\/config\.fish)$/,
    "the start of each shell",
  ],
  [/^\/etc\/(?:profile(?:\.d\/|$)|bash\.bashrc$|zsh\/)/, "the start of each shell"],
  [/\/Library\/Launch(?:Agents|Daemons)\//, "the login of the user"],
  [/\/(?:etc|lib|usr\/lib)\/systemd\/|\.config\/systemd\/user\//, "the start of the system"],
  [/^\/etc\/(?:cron[.\w]*|init\.d|rc\.local)|^\/var\/spool\/cron/, "a timer of the system"],
  [/\.config\/autostart\//, "the login of the user"],
  [/\/Start Menu\/Programs\/Startup\//i, "the login of the user"],
  [/(?:^|\/)\.git\/hooks\//, "each use of git"],
  [/\.ssh\/authorized_keys$/, "remote logins"],
  [/site-packages\/[^/]*\.pth$|sitecustomize\.py$/, "each start of Python"],
];

/** What would run the file behind the path on its own; undefined for other places. */
export function startupOf(path: string): string | undefined {
  const normal = normalisePath(path);
  return STARTUP.find(([pattern]) => pattern.test(normal))?.[1];
}
