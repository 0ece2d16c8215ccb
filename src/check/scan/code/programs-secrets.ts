/** Programs that print secrets or private data, by what they are asked for. */
import type { Engine } from "./engine.ts";
import type { SourceKind } from "./facts.ts";
import type { Started } from "./programs-started.ts";
import type { Value } from "./value.ts";
import { shownOf } from "./value.ts";
import { oneOf } from "../text/one-of.ts";

/** The line without the path of the program, and what it prints. */
const PRINTERS: readonly (readonly [RegExp, SourceKind])[] = [
  [/^security (?:dump-keychain|export)\b/, "keychain"],
  [/^security find-(?:generic|internet)-password\b/, "token"],
  [/^(?:secret-tool (?:lookup|search)|kwallet-query|keyctl (?:print|pipe))\b/, "token"],
  [
    /^(?:pass|gopass)(?: show)? (?!(?:insert|generate|init|git|ls|find|edit|rm|cp|mv|otp)\b)/,
    "token",
  ],
  [/^op (?:read|item get|get item|document get)\b/, "token"],
  [/^(?:bw|rbw) (?:get|code)\b/, "token"],
  [
    /^(?:bw (?:export|list items)|lpass export|op item list\b.*--reveal|keepassxc-cli (?:export|db-export))\b/,
    "keychain",
  ],
  [
    oneOf([
      /^(?:lpass show|keepassxc-cli (?:show|clip)|dcli (?:password|note)|doppler secrets|infisical (?:secrets|export)|chamber (?:read|export|env))\b/,
      /^(?:sops (?:-d|--decrypt|decrypt|exec-env)|ansible-vault (?:view|decrypt)|berglas access)\b/,
    ]),
    "token",
  ],
  [/^git credential(?:-\S+)? (?:fill|get)\b|^git-credential-\S+ get\b/, "cloud-credentials"],
  [
    /^git config (?:--?[\w-]+ ){0,4}(?:(?!token|password|secret|oauth)\S)*(?:token|password|secret|oauth)\S*$/i,
    "token",
  ],
  [/^docker-credential-\S+ (?:get|list)\b/, "cloud-credentials"],
  [/^gh auth (?:token|status\b.*(?:-t|--show-token))/, "token"],
  [/^glab (?:auth status\b.*(?:-t|--show-token)|config get\b.*token)/, "token"],
  [/^gcloud auth (?:print-\S+|application-default print-\S+)/, "token"],
  [/^gcloud secrets versions access\b/, "token"],
  [
    oneOf([
      /^aws (?:.* )?(?:configure (?:export-credentials|get\b)|sts (?:get-session-token|assume-role)|secretsmanager (?:get|batch-get)-secret|ssm get-parameters?\b|ecr get-login)/,
      /^aws (?:.* )?(?:iam create-access-key|codeartifact get-authorization)/,
    ]),
    "token",
  ],
  [
    /^az (?:account get-access-token|keyvault secret (?:show|download)|acr credential|ad sp create|storage account keys)/,
    "token",
  ],
  [
    /^kubectl(?:(?! get ).)* get(?= )(?:(?! secrets?\b).)* secrets?\b(?=.*(?:-A\b|--all-namespaces|-l\b|items))/,
    "cloud-credentials",
  ],
  [/^kubectl(?:(?! get ).)* get (?:\S+ )*?secrets?(?= -|$)/, "cloud-credentials"],
  [
    /^kubectl(?:(?:(?! get ).)* get(?= )(?:(?! secrets?\b).)* secrets?\b|(?:(?! create token\b).)* create token\b)/,
    "token",
  ],
  [/^kubectl(?:(?! config view\b).)* config view\b.*--(?:raw|flatten)/, "cloud-credentials"],
  [
    oneOf([
      /^(?:vault (?:kv get|read|print token)|consul kv get|nomad var get|heroku (?:config|auth:token)|flyctl auth token|fly auth token|vercel env pull|stripe config --list)/,
      /^(?:npm token|npm config get \S*_auth|doctl auth token)/,
    ]),
    "token",
  ],
  [/^gpg2? (?:.* )?--export-secret-(?:sub)?keys\b/, "key-file"],
  [/^(?:ssh-add -K|ssh-keygen -y)\b/, "key-file"],
  [
    /^(?:netsh wlan show profiles?\b.*key=clear|nmcli .*(?:-s|--show-secrets)\b|cmdkey \/list|vaultcmd \/listcreds|reg save \S*(?:sam|system|security)\b)/i,
    "keychain",
  ],
  [/^(?:history|fc -l)\b/, "history"],
  [
    /^(?:pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport|sqldump|expdp|cockroach dump|influxd? backup|neo4j-admin dump)\b/,
    "database",
  ],
  [
    /^(?:sqlite3 [^\n]{0,200}\.(?:dump|backup)|redis-cli\b[^\n]{0,200}(?:--rdb|--scan|KEYS|BGSAVE)|wp db export|supabase db dump|heroku pg:backups:download)\b/i,
    "database",
  ],
  [
    /^(?:psql|mysql|mariadb|sqlite3|mongosh|mongo)\b.*\b(?:select \*|copy \S+ to|find\(\))/i,
    "database",
  ],
  [
    /^(?:screencapture|scrot|maim|grim|gnome-screenshot|spectacle|flameshot|import -window root|xwd|nircmd savescreenshot|imagesnap|fswebcam|arecord|parecord|ffmpeg .*(?:x11grab|avfoundation|gdigrab))\b/i,
    "screen",
  ],
  [/^(?:xinput (?:test|test-xi2)|logkeys|evtest|showkey)\b/, "screen"],
  [
    /^(?:printenv|env|set|export -p|declare -x|compgen -v)$|^(?:docker|podman) inspect\b.*Config\.Env/,
    "environment",
  ],
];

const FIRST = oneOf([
  /^(?:security|secret-tool|kwallet-query|keyctl|g?opass|pass|op|r?bw|lpass|keepassxc-cli|dcli|doppler|infisical|chamber|sops|ansible-vault|berglas|git|git-credential-\S+)$/i,
  /^(?:docker-credential-\S+|docker|podman|gh|glab|gcloud|aws|az|kubectl|vault|consul|nomad|heroku|flyctl|fly|vercel|stripe|npm|doctl|gpg2?|ssh-add|ssh-keygen|netsh|nmcli)$/i,
  /^(?:cmdkey|vaultcmd|reg|history|fc|pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport|sqldump|expdp|cockroach|influxd?|neo4j-admin|sqlite3|redis-cli|wp)$/i,
  /^(?:supabase|psql|mysql|mariadb|mongosh?|screencapture|scrot|maim|grim|gnome-screenshot|spectacle|flameshot|import|xwd|nircmd|imagesnap|fswebcam|arecord|parecord)$/i,
  /^(?:ffmpeg|xinput|logkeys|evtest|showkey|declare|compgen)$/i,
]);

/** Options after which the program leaves what it prints in a file. */
const TO_FILE = /^(?:-f|--file|--out|--output|-o|--result-file|--archive|-r|--rdb|--output-file)$/;
const LENGTH = 500;

/** What a program prints, where that is secret or private; files that it leaves behind hold the same. */
export function printedSecret(started: Started, engine: Engine): Value | undefined {
  const { name, words, place } = started;
  if (!FIRST.test(name)) return undefined;
  const line = [name, ...words.map(shownOf)].join(" ").slice(0, LENGTH);
  const kind = PRINTERS.find(([pattern]) => pattern.test(line))?.[1];
  if (kind === undefined) return undefined;
  const printed = engine.source(kind, kind === "environment" ? "" : line, place);
  for (const [index, word] of words.entries()) {
    const shape = shownOf(word);
    const inline = /^(?:--(?:file|out|output|result-file|archive)|-f|-r)=?(?=[./~…\w])(.+)$/.exec(
      shape,
    )?.[1];
    const next = words[index + 1];
    if (TO_FILE.test(shape) && next !== undefined) engine.writeFile(next, printed, name, place);
    else if (inline !== undefined && /[./]/.test(inline))
      engine.writeFile({ ...word, text: inline }, printed, name, place);
    else if (kind === "screen" && /\.(?:png|jpe?g|bmp|mp4|webp)$/i.test(shape))
      engine.writeFile(word, printed, name, place);
  }
  return printed;
}
