import { failure } from "../../platform/index.ts";
import { quoteForShell } from "../../skill/index.ts";
import type { Command } from "../context.ts";
import { type Actions, type Answer, type Asked, done, governing, table } from "../remote/govern.ts";

async function answer({ client, word }: Asked, accept: boolean): Promise<Answer> {
  const id = word(0, "the id of a transfer");
  const transfer = await client.decideRegistryTransfer({ params: { id }, body: { accept } });
  const { full_name: name, to } = transfer;
  return done(transfer, accept ? `\`${name}\` is that of ${to} now` : `\`${name}\` stays`);
}

/** Issuer of the tokens of GitHub Actions. */
const GITHUB = "https://token.actions.githubusercontent.com";

const actions: Actions = {
  rename: async ({ client, word }) => {
    const name = word(0, "a skill");
    const skill = await client.renameRegistrySkill({
      params: { name },
      body: { name: word(1, "a new name") },
    });
    const { full_name: now } = skill;
    return done(skill, `\`${name}\` is \`${now}\` now; the old name leads there`);
  },
  merge: async ({ client, word }) => {
    const name = word(0, "a skill");
    const body = { into: word(1, "the skill to merge it into") };
    const skill = await client.mergeRegistrySkill({ params: { name }, body });
    return done(skill, `\`${name}\` went into \`${skill.full_name}\``);
  },
  transfer: async ({ client, word }) => {
    const [name, to] = [word(0, "a skill"), word(1, "a publisher")];
    const made = await client.transferRegistrySkill({ params: { name }, body: { to } });
    return done(
      made,
      made.transfer === null
        ? `\`${made.skill.full_name}\` is that of ${to} now`
        : `Asked ${to} to take \`${name}\`: an owner answers with \`skillwright registry accept ${quoteForShell(made.transfer.id)}\``,
    );
  },
  transfers: async ({ client }) => {
    const { transfers } = await client.listRegistryTransfers();
    return {
      json: { transfers },
      lines: table(
        transfers.map(({ id, full_name: name, to, expires_at: end }) => [
          id,
          name,
          `to ${to}`,
          `until ${end.slice(0, 10)}`,
        ]),
      ),
    };
  },
  trusted: async ({ client, word }) => {
    const { builds } = await client.listTrustedBuilds({
      params: { handle: word(0, "a publisher") },
    });
    return {
      json: { builds },
      lines: table(
        builds.map(({ id, repository, workflow, skill, environment, issuer }) => [
          id,
          repository,
          workflow,
          skill ?? "every skill",
          environment ?? "",
          issuer,
        ]),
      ),
    };
  },
  trust: async ({ client, word, option }) => {
    const handle = word(0, "a publisher");
    const need = (name: string): string => {
      const given = option(name);
      if (given !== undefined) return given;
      throw failure("cli/usage", `\`registry trust\` needs \`--${name}\`.`);
    };
    const [skill, environment] = [option("skill"), option("environment")];
    const build = await client.trustBuild({
      params: { handle },
      body: {
        issuer: option("issuer") ?? GITHUB,
        repository: need("repository"),
        workflow: need("workflow"),
        ...(skill === undefined ? {} : { skill }),
        ...(environment === undefined ? {} : { environment }),
      },
    });
    const { workflow, repository } = build;
    return done(build, `Builds of \`${workflow}\` in \`${repository}\` publish for ${handle} now`);
  },
  untrust: async ({ client, word }) => {
    const [handle, build] = [word(0, "a publisher"), word(1, "the id of a build")];
    await client.untrustBuild({ params: { handle, build } });
    return done({ removed: build }, `Such builds publish for ${handle} no more`);
  },
  "rotate-root": async ({ client }) => {
    const root = await client.rotateRegistryRoot();
    return done(root, `The registry signs with a new root now: ${root.fingerprint}`);
  },
  accept: (asked) => answer(asked, true),
  decline: (asked) => answer(asked, false),
};

export const run: Command = governing("registry", actions);
