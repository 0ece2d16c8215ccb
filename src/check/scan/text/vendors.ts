/** Whose secrets a variable holds, by the beginning of its name, and the hosts to which such a secret goes honestly. */
const VENDORS: { readonly [prefix: string]: string } = {
  AWS: "amazonaws aws",
  GITHUB: "github",
  GH: "github",
  GITLAB: "gitlab",
  NPM: "npmjs npm",
  PYPI: "pypi",
  TWINE: "pypi",
  OPENAI: "openai azure",
  ANTHROPIC: "anthropic claude",
  GEMINI: "google googleapis",
  GOOGLE: "google googleapis",
  GCP: "google googleapis",
  AZURE: "azure microsoft windows",
  STRIPE: "stripe",
  SLACK: "slack",
  DISCORD: "discord discordapp",
  TELEGRAM: "telegram",
  TWILIO: "twilio",
  SENDGRID: "sendgrid twilio",
  DOCKER: "docker",
  DATADOG: "datadoghq datadog",
  SSH: "",
  HF: "huggingface",
  HUGGINGFACE: "huggingface",
  DATABASE: "",
  DB: "",
  POSTGRES: "",
  MYSQL: "",
  MONGO: "mongodb",
  REDIS: "redis",
  CLOUDFLARE: "cloudflare",
  VERCEL: "vercel",
  NETLIFY: "netlify",
  HEROKU: "heroku",
  DIGITALOCEAN: "digitalocean",
  FIREBASE: "google firebase",
  SUPABASE: "supabase",
  SENTRY: "sentry",
  KUBE: "",
  VAULT: "vault hashicorp",
  JWT: "",
  COINBASE: "coinbase",
  BINANCE: "binance",
  WALLET: "",
  LINEAR: "linear",
  NOTION: "notion",
  SHOPIFY: "shopify",
};

const SECRET = /(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?|_URL|_DSN)(?:_ID)?$/;

/** The beginning of the name by which the owner of the secret is known; undefined where none is. */
export function vendorOf(variable: string): string | undefined {
  if (!SECRET.test(variable)) return undefined;
  const prefix = /^[A-Z0-9]+/.exec(variable)?.[0] ?? "";
  return Object.hasOwn(VENDORS, prefix) ? prefix : undefined;
}

/** The first word by which an owner of secrets is known. */
export function vendorAmong(words: readonly string[]): string | undefined {
  return words.find(
    (word) => word.length > 2 && Object.hasOwn(VENDORS, word) && VENDORS[word] !== "",
  );
}

/** Whether a secret of that owner belongs to the host: by a part of its name, not by a word within one. */
export function belongsTo(vendor: string, host: string): boolean {
  const names = (VENDORS[vendor] ?? "").split(" ").filter((name) => name !== "");
  const labels = host.toLowerCase().split(".");
  const own = labels.at(-2) ?? "";
  return names.some(
    (name) => labels.includes(name) || (own.startsWith(name) && !own.includes("-")),
  );
}
