import { variablesOf } from "../declared/observed.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

const SECRET =
  /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE|MNEMONIC|SEED|COOKIE)(?:S|_\w{1,40})?$/;
/** Secrets of services that a skill for another service has no business with. */
const FOREIGN = oneOf([
  /^(?:AWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN)|GITHUB_TOKEN|GH_TOKEN|NPM_TOKEN|SSH_PRIVATE_KEY|ANTHROPIC_API_KEY|OPENAI_API_KEY|GOOGLE_APPLICATION_CREDENTIALS)$/,
  /^(?:STRIPE_SECRET_KEY|DATABASE_URL|VAULT_TOKEN)$/,
]);

export const declaredVariable: ScanRule = {
  code: "scan/declared-variable",
  title: "A skill that lists its variables lists every secret that it reads.",
  severity: "low",
  category: "permissions",
  hint: "Name the variable in the requirements, so that people know which secret the skill takes.",
  check(context) {
    const requirements = context.skill?.skill.requirements;
    if (requirements === undefined) return;
    const { env = [], primaryEnv } = requirements;
    const declared = new Set([...env, ...(primaryEnv === undefined ? [] : [primaryEnv])]);
    if (declared.size === 0) return;
    const told = new Set<string>();
    for (const { name, file, span } of context.ask(variablesOf)) {
      if (declared.has(name) || told.has(name) || !SECRET.test(name)) continue;
      told.add(name);
      context.report({
        file,
        span,
        severity: FOREIGN.test(name) ? "medium" : "low",
        message: `The code uses the secret \`${name}\`, which the skill does not declare.`,
      });
    }
  },
};
