/** Secrets as a kept library of detectors finds them. */
export interface DetectedSecret {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface SecretDetector {
  find(path: string, text: string): Promise<readonly DetectedSecret[]>;
}

/** What the rules of the library look for, in words. */
const NAMES: { readonly [rule: string]: string } = {
  "1password": "1Password token",
  anthropic: "Anthropic key",
  aws: "AWS key",
  basicauth: "password in an address",
  cloudflare: "Cloudflare token",
  "database-connection-string": "password of a database",
  databricks: "Databricks token",
  docker: "Docker token",
  figma: "Figma token",
  gcp: "Google service account",
  github: "GitHub token",
  gitlab: "GitLab token",
  grafana: "Grafana token",
  groq: "Groq key",
  "hashicorp-vault": "Vault token",
  huggingface: "Hugging Face token",
  linear: "Linear key",
  notion: "Notion token",
  npm: "npm token",
  openai: "OpenAI key",
  privatekey: "private key",
  sendgrid: "SendGrid key",
  shopify: "Shopify token",
  slack: "Slack token",
  stripe: "Stripe key",
  tailscale: "Tailscale key",
  vercel: "Vercel token",
};

/** Comments of this form would silence the library, and the text is not to be trusted. */
const SILENCING = /secretlint-(?=disable|enable)/gi;
/** Longer texts come in pieces that overlap, since some searches take the square of the length. */
const PIECE = 32_000;
const OVERLAP = 4000;

export async function openSecretDetector(): Promise<SecretDetector> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
    import("@secretlint/profiler"),
  ]);
  // It measures every rule on every text, and keeps what it measured until the process ends.
  secretLintProfiler.setEnabled(false);
  const config = {
    rules: [{ id: creator.meta.id, rule: creator }],
  };
  const findIn = async (text: string, offset: number): Promise<readonly DetectedSecret[]> => {
    const source = {
      // The path is left out: the library would pass over files of some names.
      filePath: "text.txt",
      ext: ".txt",
      contentType: "text",
      content: text.replace(SILENCING, "secretlint_"),
    } as const;
    const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
    return messages.map(({ ruleId, range: [start, end] }) => ({
      name: findName(ruleId),
      start: start + offset,
      end: end + offset,
    }));
  };
  return {
    find: async (_path, text) => {
      const found = new Map<string, DetectedSecret>();
      for (let at = 0; at === 0 || at < text.length; at += PIECE)
        for (const secret of await findIn(text.slice(at, at + PIECE + OVERLAP), at))
          found.set(`${secret.start}-${secret.end}`, secret);
      return [...found.values()];
    },
  };
}

function findName(ruleId: string): string {
  const rule = ruleId.replace(/^@secretlint\/secretlint-rule-/, "");
  return (Object.hasOwn(NAMES, rule) ? NAMES[rule] : undefined) ?? `${rule} secret`;
}
