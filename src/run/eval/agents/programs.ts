/** Coding agents whose own programs build the request that a model gets. */

/** Where a program is asked: a folder with the skills, and an address that stands in for the provider of its model. */
export interface AgentEndpoint {
  readonly url: string;
  readonly project: string;
}

export interface AgentProgram {
  readonly id: string;
  readonly title: string;
  /** As it is called on the PATH. */
  readonly file: string;
  /** Where it looks for skills, from the project on. */
  readonly skills: string;
  readonly words: (prompt: string, place: AgentEndpoint) => readonly string[];
  readonly environment: (place: AgentEndpoint) => { readonly [name: string]: string };
  /** Settings without which it would not start, by their path from the home folder. */
  readonly settings?: (place: AgentEndpoint) => { readonly [path: string]: object };
}

/** No program gets a key: what it asks never leaves this computer. */
const KEY = "skillwright";

const agentPrograms: readonly AgentProgram[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    file: "claude",
    skills: ".claude/skills",
    words: (prompt) => ["-p", prompt, "--output-format", "json"],
    environment: ({ url }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY }),
  },
  {
    id: "codex",
    title: "Codex",
    file: "codex",
    skills: ".agents/skills",
    words: (prompt, { url }) => [
      "exec",
      "--skip-git-repo-check",
      "-m",
      "gpt-5",
      "-c",
      "model_provider=stub",
      "-c",
      `model_providers.stub={name="stub",base_url="${url}/v1",wire_api="responses",env_key="STUB_KEY"}`,
      prompt,
    ],
    environment: () => ({ STUB_KEY: KEY }),
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    file: "gemini",
    skills: ".agents/skills",
    words: (prompt) => ["-m", "gemini-2.5-pro", "-p", prompt],
    environment: ({ url }) => ({
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_NO_RELAUNCH: "true",
    }),
    settings: ({ project }) => ({
      ".gemini/settings.json": { security: { auth: { selectedType: "gemini-api-key" } } },
      ".gemini/trustedFolders.json": { [project]: "TRUST_FOLDER" },
    }),
  },
  {
    id: "opencode",
    title: "OpenCode",
    file: "opencode",
    skills: ".agents/skills",
    words: (prompt) => ["run", "-m", "stub/m", prompt],
    environment: ({ url }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          stub: {
            npm: "@ai-sdk/openai-compatible",
            name: "stub",
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { m: { name: "m" } },
          },
        },
        snapshot: false,
      }),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      npm_config_offline: "true",
    }),
  },
  {
    id: "copilot",
    title: "Copilot CLI",
    file: "copilot",
    skills: ".agents/skills",
    words: (prompt) => ["-p", prompt],
    environment: ({ url }) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: "gpt-4.1",
    }),
  },
];

export function findAgentProgram(id: string): AgentProgram | undefined {
  return agentPrograms.find((program) => program.id === id);
}
