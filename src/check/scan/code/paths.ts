/** What a path says about the file behind it. */
import { withoutEnd } from "../../../skill/model/index.ts";
import type { SourceKind } from "./facts.ts";
import { oneOf } from "../text/one-of.ts";

const HOME =
  /^(?:\$\{?HOME\}?|%USERPROFILE%|\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)(?=\/|$)/i;

/** One way to write a path: slashes, and `~` for the home of the user. */
export function normalisePath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(HOME, "~")
    .replace(/^file:\/\//, "")
    .replace(/\/\.?\/+/g, "/")
    .replace(/(?<=.)\/\.$/, "")
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

/** Files of one kind, by the ends of their paths; each row stands behind a slash or the beginning. */
function ending(...rows: readonly string[]): RegExp {
  return new RegExp(`(?:^|/)(?:${rows.join("|")})`, "i");
}

const KINDS: readonly (readonly [SourceKind, RegExp])[] = [
  ["environment", /^\/proc\/[^/]+\/environ$/],
  [
    "key-file",
    ending(
      String.raw`\.ssh/?$`,
      String.raw`\.ssh/(?!known_hosts|config$|authorized_keys|[^/]*\.pub$)`,
      String.raw`id_(?:rsa|dsa|ecdsa|ed25519)(?:_[\w-]+)?$`,
      String.raw`\.gnupg(?:/|$)`,
      String.raw`(?:\.config/sops/)?age/keys\.txt$`,
      String.raw`[^/]*\.(?:ppk|p12|pfx|jks|keystore)$`,
      String.raw`(?:private|server|client|tls)[\w-]*\.(?:pem|key)$`,
      String.raw`\*\.(?:pem|key)$`,
    ),
  ],
  [
    "cloud-credentials",
    ending(
      String.raw`\.aws(?:/(?:credentials|config|sso|\*)|/?$)`,
      String.raw`(?:gcloud/|\.config/gcloud$)`,
      String.raw`application_default_credentials\.json$`,
      String.raw`service[-_]account[\w-]*\.json$`,
      String.raw`\.azure(?:/|$)`,
      String.raw`\.kube(?:/config|/?$)`,
      String.raw`kubernetes\.io/serviceaccount(?:/|$)`,
      String.raw`etc/kubernetes/admin\.conf$`,
      String.raw`run/secrets(?:/|$)`,
      String.raw`\.docker(?:/config\.json|/?$)`,
      String.raw`containers/auth\.json$`,
      String.raw`\.(?:npmrc|yarnrc\.yml|pypirc|netrc|_netrc|git-credentials|vault-token|pgpass|my\.cnf|boto|s3cfg|passwd-s3fs|terraformrc|dockercfg|gitlab-token)$`,
      String.raw`(?:gh|hub)/(?:hosts\.yml|config)$`,
      String.raw`\.config/(?:hub|doctl/config\.yaml|rclone/rclone\.conf|op(?:/|$)|heroku|stripe/config\.toml|netlify|ngrok/ngrok\.yml|configstore(?:/|$)|git/credentials|glab-cli/config\.yml)`,
      String.raw`\.terraform\.d/credentials`,
      String.raw`terraform\.tfstate(?:\.backup)?$`,
      String.raw`\.(?:cargo|gem)/credentials(?:\.toml)?$`,
      String.raw`\.m2/settings(?:-security)?\.xml$`,
      String.raw`\.gradle/gradle\.properties$`,
      String.raw`\.composer/auth\.json$`,
      String.raw`NuGet\.Config$`,
      String.raw`\.?huggingface/(?:token|stored_tokens)$`,
      String.raw`\.(?:fly/config\.yml|vercel/auth\.json|oci/config|cf/config\.json|snowsql/config|snowflake/[^/]+|dbt/profiles\.yml|kaggle/kaggle\.json|databrickscfg|railway/config\.json|supabase/access-token|modal\.toml|wrangler/config/default\.toml|pulumi/credentials\.json)$`,
      String.raw`com\.vercel\.cli/auth\.json$`,
    ),
  ],
  [
    "env-file",
    /(?:^|\/)\.env(?:\.(?!example|sample|template|dist|defaults|schema)[\w*-]+|rc|\*)?$/i,
  ],
  [
    "browser-store",
    oneOf([
      /Login Data|\/Cookies$|\/Local State$|logins\.json$|key[34]\.db$|cookies\.sqlite$|Google\/Chrome/i,
      /\.config\/(?:google-chrome|chromium|BraveSoftware|microsoft-edge|vivaldi|opera)|BraveSoftware|\.mozilla\/firefox|Firefox\/Profiles|Microsoft\/Edge\/User Data/i,
      /Library\/(?:Cookies|Safari)(?:\/|$)|Opera Software\/|Vivaldi\/User Data|Arc\/User Data|(?:Chrome|Chromium|Brave-Browser)\/User Data/i,
    ]),
  ],
  [
    "keychain",
    oneOf([
      /\/Keychains(?:\/|$)|login\.keychain|\/keyrings(?:\/|$)|\.password-store(?:\/|$)|\.kdbx?$|\.agilekeychain|\.opvault|1Password(?:\/|$)|Bitwarden(?: CLI)?\/data\.json$/i,
      /\/(?:KeePassX?C?|LastPass|Dashlane|NordPass)(?:\/|$)|kwalletd|Microsoft\/(?:Credentials|Protect|Vault)(?:\/|$)/i,
    ]),
  ],
  [
    "wallet",
    oneOf([
      /wallet\.dat$|\.electrum(?:\/|$)|Electrum\/wallets|\.bitcoin(?:\/|$)|\.(?:ethereum|foundry)\/keystores?|solana\/id\.json|\.config\/solana(?:\/|$)|\/Exodus(?:\/|$)/i,
      /exodus\.wallet|nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|Ledger Live|\/atomic\/Local Storage|\.(?:monero|litecoin|dogecoin|zcash|dash)(?:core)?\//i,
      /\.sui\/sui_config|\.aptos\/config|\.near-credentials|Local Extension Settings(?:\/|$)/i,
    ]),
  ],
  [
    "messages",
    oneOf([
      /Telegram Desktop(?:\/tdata)?|(?:^|\/)tdata(?:\/|$)/i,
      /(?:discord(?:canary|ptb)?|Slack|Signal|Microsoft\/Teams|WhatsApp|Element)\/(?:Local Storage|storage|sql|databases|IndexedDB|Cookies|config\.json)|Messages\/chat\.db/i,
      /Group Containers\/[^/]*(?:WhatsApp|telegram)|Library\/Mail(?:\/|$)|(?:^|\/)\.thunderbird(?:\/|$)|Thunderbird\/Profiles/i,
    ]),
  ],
  [
    "agent-config",
    oneOf([
      /~\/\.(?:openclaw|clawdbot|moltbot)\/(?!(?:workspace\/)?skills\/|workspace\/?$)|\.claude\.json$|\.claude\/(?:\.credentials|settings)[\w.]*json$/i,
      /claude_desktop_config\.json$|\.codex\/(?:auth\.json|config\.toml)$|\.gemini\/(?:oauth_creds|settings)\.json$|\.cursor\/mcp\.json$|~\/\.claude\/?$/i,
      /~\/\.claude\/(?:projects|history)|~\/\.codex\/(?:sessions|history)|github-copilot\/(?:hosts|apps)\.json$|\.continue\/config\.\w+$/i,
    ]),
  ],
  [
    "system-accounts",
    /^\/etc\/(?:passwd|shadow|sudoers|master\.passwd|gshadow)$|\/config\/(?:SAM|SECURITY)$|NTDS\.dit$/i,
  ],
  [
    "history",
    /\.(?:bash|zsh|sh|python|node_repl|psql|mysql|sqlite|rediscli|irb|fish)_history$|fish_history$|\.zhistory$|\.lesshst$|ConsoleHost_history\.txt$/i,
  ],
  [
    "personal-files",
    oneOf([
      /^\/\/?(?:\*{1,2}|…)?$|^(?:~|(?:\/home|\/Users|[A-Za-z]:\/Users)(?:\/\*)?)\/?(?:\*[^/]*(?:\/.*)?|…)?$/i,
      /^(?:~|(?:\/home|\/Users|[A-Za-z]:\/Users)\/\*)\/(?:\{[^{}]{1,80}\}|Documents|Desktop|Pictures|Downloads|Photos|OneDrive|Dropbox|Library\/Mobile Documents)\/?(?:\*.*|…)?$/i,
      /^(?:~|(?:\/home|\/Users|[A-Za-z]:\/Users)\/\*)\/\.config\/?(?:\*.*|…)?$/i,
    ]),
  ],
];

export function kindOfPath(path: string): SourceKind {
  const normal = normalisePath(path);
  const kind = KINDS.find(([, pattern]) => pattern.test(normal))?.[0];
  return kind ?? kindOfGlob(normal) ?? "file";
}

/** Paths that stand for their kind: what a pattern such as `~/.ss*\/id*` reaches. */
const REACHED: readonly string[] = [
  "~/.ssh/id_rsa",
  "~/.ssh/id_ed25519",
  "~/.aws/credentials",
  "~/.gnupg/secring.gpg",
  "~/.kube/config",
  "~/.docker/config.json",
  "~/.config/gcloud/credentials.db",
  "~/.config/gh/hosts.yml",
  "~/.azure/accessTokens.json",
  "~/.netrc",
  "~/.npmrc",
  "~/.pypirc",
  "~/.pgpass",
  "~/.git-credentials",
  "~/.bash_history",
  "~/.zsh_history",
];
const LONGEST_GLOB = 80;

/** The kind of the first such path; a pattern that names no folder or file by a letter of its own says nothing. */
function kindOfGlob(path: string): SourceKind | undefined {
  if (!/[*?[]/.test(path) || !/\.[a-z]/.test(path) || path.length > LONGEST_GLOB) return undefined;
  const parts = path
    .replace(/^.*?(?=~|(?:^|\/)\.)/, "")
    .split("/")
    .filter((part) => part !== "");
  const reached = REACHED.find((known) => {
    const names = known.split("/").slice(parts[0] === "~" ? 0 : 1);
    return parts.length <= names.length && parts.every((part, at) => fits(part, names[at] ?? ""));
  });
  return reached === undefined
    ? undefined
    : KINDS.find(([, pattern]) => pattern.test(reached))?.[0];
}

/** Whether a pattern of one name of a path fits, in time that grows with both. */
function fits(pattern: string, name: string): boolean {
  let at = 0;
  let inName = 0;
  let star = -1;
  let mark = 0;
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      mark = inName;
    } else if (pattern[at] === "?" || pattern[at] === name[inName]) {
      at++;
      inName++;
    } else if (star !== -1) {
      at = star + 1;
      inName = ++mark;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

/** Where a file has to lie to be started by the system, the shell or the agent. */
const STARTUP: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\/)\.(?:bashrc|bash_profile|zshrc|zshenv|zprofile|zlogin|profile|bash_login|bash_logout|xprofile|xinitrc|config\/fish\/(?:config\.fish|conf\.d\/[^]*))$/,
    "the start of each shell",
  ],
  [
    /^\/etc\/(?:profile(?:\.d\/|$)|bash\.bashrc$|zsh\/|environment$|ld\.so\.preload$)/,
    "the start of each shell",
  ],
  [
    /(?:Windows)?PowerShell\/(?:Microsoft\.)?(?:\w+_)?profile\.ps1$|^\$?profile$/i,
    "the start of each shell",
  ],
  [/\/Library\/Launch(?:Agents|Daemons)\//, "the login of the user"],
  [/\/(?:etc|lib|usr\/lib)\/systemd\/|\.config\/systemd\/user\//, "the start of the system"],
  [/^\/etc\/(?:cron[.\w]*|init\.d|rc\.local)|^\/var\/spool\/cron/, "a timer of the system"],
  [/\.config\/autostart\//, "the login of the user"],
  [/\/Start Menu\/Programs\/Startup\//i, "the login of the user"],
  [/(?:^|\/)\.git\/hooks\/|git-?core\/templates\/hooks\//, "each use of git"],
  [/\.ssh\/(?:authorized_keys2?|rc)$/, "remote logins"],
  [
    /(?:site-packages|dist-packages|…)\/[^/]*\.pth$|(?:site|user)customize\.py$|\.pythonrc(?:\.py)?$/,
    "each start of Python",
  ],
  [/\.vscode\/tasks\.json$/, "each opening of the folder"],
];

/** What would run the file behind the path on its own; undefined for other places. */
export function startupOf(path: string): string | undefined {
  const normal = normalisePath(path);
  return STARTUP.find(([pattern]) => pattern.test(normal))?.[1];
}

/** Files that tell an agent or an editor what it may do, and which programs it starts. */
const AGENT_SETTINGS = oneOf([
  /(?:^|\/)\.(?:claude|gemini|qwen|factory)\/settings(?:\.local)?\.json$|(?:^|\/)\.claude\.json$|(?:^|\/)\.?mcp(?:_config|_settings|\.local)?\.json$/i,
  /claude_desktop_config\.json$|\.codex\/config\.toml$|\.cursor\/(?:mcp|permissions|cli-config|hooks)\.json$|(?:openclaw|clawdbot|moltbot)\.json$/i,
  /\.vscode\/(?:settings|tasks|mcp)\.json$|Code\/User\/(?:settings|mcp)\.json$|(?:^|\/)opencode\.jsonc?$/i,
  /\.(?:continue|windsurf|codeium)\/(?:(?!\.(?:continue|windsurf|codeium)\/)[\w/.-])*(?<=config[\w.]{0,40})$/i,
]);

export function isAgentSettings(path: string): boolean {
  return AGENT_SETTINGS.test(normalisePath(path));
}
