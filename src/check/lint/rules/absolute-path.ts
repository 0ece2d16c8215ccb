import type { FileRule } from "../rule.ts";

/**
 * A home folder and something in it. What stands before must not make it a part of an address or of a
 * longer path, except for `file://`.
 */
const HOME =
  /(?:(?<![\w.~%})\]/-])|(?<=\bfile:\/\/))(?:\/Users\/|\/home\/)([\w.-]+)\/[\w.~-]|(?<!\w)[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)([\w.-]+)(?:\\{1,2}|\/)[\w.~-]/g;

/** Accounts of images, services and examples: everybody knows or replaces them. */
const COMMON: ReadonlySet<string> = new Set(
  `account admin administrator agent agents airflow alice all analyst anyuser app appuser attacker
  azureuser bob build builder circleci claude claw coder codespace container default demo deploy
  dev developer docker ec2-user example foo git github guest jane jane.doe janedoe jdoe jenkins joe
  john john.doe johndoe jovyan jsmith kali linuxbrew me minecraft my-name myname myuser myusername
  name node openclaw opc oracle os other pi postgres project projects public pwuser root runner
  runneradmin sandbox scrapy seluser service shared site someone student svc target test tester
  testuser ubuntu user user1 username users vagrant victim vscode web webapp whoami work workspace
  www www-data x xxx you your your-name your-user your-username your_name your_username yourname
  youruser yourusername`.split(/\s+/),
);

export const absolutePath: FileRule = {
  code: "lint/absolute-path",
  title: "Instructions name no path of one machine.",
  severity: "info",
  scope: "file",
  check({ body, report }) {
    if (!body.text.includes("/home/") && !body.text.includes("Users")) return;
    const seen = new Set<string>();
    for (const match of body.text.matchAll(HOME)) {
      const account = match[1] ?? match[2] ?? "";
      if (seen.has(account) || isCommon(account)) continue;
      seen.add(account);
      const start = body.start + match.index;
      // The last character belongs to what follows the folder.
      const folder = match[0].slice(0, -1);
      report({
        span: { start, end: start + folder.length },
        message: `The path is in the home folder of \`${account}\`, which other machines do not have.`,
        hint: "Write it relative to the skill, or with `~` or a variable.",
      });
    }
  },
};

function isCommon(account: string): boolean {
  const lower = account.toLowerCase();
  return COMMON.has(lower) || /^(?:your|my|user|test|example)[-_.]|^[\d.]+$/.test(lower);
}
