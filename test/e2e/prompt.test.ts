/** `skillwright prompt`: what the model is told, character by character, and what that costs. */
import { describe, expect, it } from "vitest";
import { skillText } from "../support/library.ts";
import { goodSkill, playground } from "../support/program.ts";

const WORKSPACE = ".home/.openclaw/workspace/skills";

interface Cost {
  readonly characters: number;
  readonly tokens: number;
  readonly encoding: string;
  readonly maxCharacters?: number;
  readonly frame: { readonly characters: number };
  readonly skills: readonly {
    readonly name: string;
    readonly state: string;
    readonly characters: number;
    readonly tokens: number;
  }[];
}

const words = ["alpha", "beta", "gamma"];

function filled(): ReturnType<typeof playground> {
  return playground(
    Object.fromEntries(
      words.map((name) => [
        `${WORKSPACE}/${name}/SKILL.md`,
        skillText({ name, description: `Does <${name}> & more. ${"Long. ".repeat(20)}` }),
      ]),
    ),
  );
}

describe("prompt", () => {
  it("[OC-18] costs 195 characters and 97 a skill besides the escaped values", () => {
    const ground = filled();
    const { stdout, code } = ground.run(["prompt", "--as", "openclaw@seed"]);
    const values = words.map((name) => {
      const description = `Does &lt;${name}&gt; &amp; more. ${"Long. ".repeat(20)}`.trim();
      return name.length + description.length + ground.path(WORKSPACE, name, "SKILL.md").length;
    });
    expect(code).toBe(0);
    expect(stdout).toHaveLength(values.reduce((sum, value) => sum + 97 + value, 195));
    expect(stdout).toContain("<name>alpha</name>\n    <description>Does &lt;alpha&gt; &amp; more.");
  });

  it("[GSV-18] [GSV-19] is the block of the gateway, with the paths that the agent reads", () => {
    const ground = playground({
      "agents/ops/skills/letters/SKILL.md": skillText({
        name: "letters",
        description: "Sorts letters.",
        always: true,
      }),
    });
    expect(ground.run(["prompt", "--as", "gsv", "--agent", "ops"]).stdout).toBe(
      `<available_skills>
  <skill name="letters" always="true">
    <description>Sorts letters.</description>
    <location>agents/ops/skills/letters/SKILL.md</location>
    <read_path>skills/letters/SKILL.md</read_path>
  </skill>
</available_skills>`,
    );
    expect(ground.run(["prompt", "--as", "gsv"]).stdout).toBe("");
  });

  it("[OC-18] adds up what each skill costs, in characters and tokens", () => {
    const ground = filled();
    const whole = ground.run(["prompt", "--as", "openclaw@seed"]).stdout;
    const cost = JSON.parse(
      ground.run(["prompt", "--as", "openclaw@seed", "--explain", "--json"]).stdout,
    ) as Cost;
    expect(cost.characters).toBe(whole.length);
    expect(cost.frame.characters).toBe(195);
    const sum = cost.skills.reduce((total, { characters }) => total + characters, 0);
    expect(sum + 195).toBe(whole.length);
    expect(cost.encoding).toBe("o200k_base");
    for (const { tokens, characters } of cost.skills) {
      expect(tokens).toBeGreaterThan(characters / 8);
      expect(tokens).toBeLessThan(characters / 2);
    }
  });

  it("[BX-03] says who is cut or shortened, why, and what would bring them back", () => {
    const { stdout, code } = filled().run([
      "prompt",
      "--as",
      "openclaw@2026.9",
      "--explain",
      "--budget",
      "750",
    ]);
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("skill                characters  tokens");
    expect(lines[1]).toMatch(/^alpha +\d+ +\d+ {2}shortened: 0 of 140 characters are shown$/u);
    expect(stdout).toMatch(
      /^gamma +- +- {2}cut: The list of skills would exceed 750 characters\.$/mu,
    );
    expect(stdout).toMatch(
      /^3 skills, \d shortened, \d cut; \d+ of at most 750 characters, \d+ tokens/mu,
    );
    expect(stdout).toMatch(/Give a budget of \d+ characters or more\.\n/u);
  });

  it("[BX-03] names the line of the settings that would bring skills back", () => {
    const ground = filled();
    ground.write(
      ".home/.openclaw/openclaw.json",
      "{ skills: { limits: { maxSkillsPromptChars: 750, maxSkillsInPrompt: 2 } } }",
    );
    const { stdout } = ground.run(["prompt", "--as", "openclaw@2026.9", "--explain"]);
    const length = /\{ skills: \{ limits: \{ maxSkillsPromptChars: (\d+) \} \} \}\n/u.exec(
      stdout,
    )?.[1];
    const most = /\{ skills: \{ limits: \{ maxSkillsInPrompt: (\d+) \} \} \}\n/u.exec(stdout)?.[1];
    ground.write(
      ".home/.openclaw/openclaw.json",
      `{ skills: { limits: { maxSkillsPromptChars: ${length}, maxSkillsInPrompt: ${most} } } }`,
    );
    const again = ground.run(["prompt", "--as", "openclaw@2026.9", "--explain"]);
    expect(again.stdout).toContain("3 skills, 0 shortened, 0 cut;");
  });

  it("[BX-03] is whole again at the limit that it names", () => {
    const ground = filled();
    const short = ground.run(["prompt", "--as", "openclaw@2026.9", "--explain", "--budget", "750"]);
    const limits = [...short.stdout.matchAll(/budget of (\d+)/gu)].map(([, n]) => n ?? "");
    const enough = String(Math.max(...limits.map(Number)));
    const again = ground.run([
      "prompt",
      "--as",
      "openclaw@2026.9",
      "--explain",
      "--budget",
      enough,
    ]);
    expect(again.stdout).toContain("3 skills, 0 shortened, 0 cut;");
  });

  it("takes the share of a model's context where the system has one", () => {
    const ground = playground({ ".claude/skills/letters/SKILL.md": goodSkill("letters") });
    expect(ground.run(["prompt", "--as", "claude", "--context", "200000"]).stdout).toBe(
      "- letters: Sorts letters by their date. Use when the user asks to sort letters.\n",
    );
    expect(ground.run(["prompt", "--as", "claude", "--context", "1000"]).stdout).toBe(
      "- letters\n",
    );
  });

  it("is that of the one system that has skills, and asks where there are more", () => {
    const ground = playground({ ".claude/skills/letters/SKILL.md": goodSkill("letters") });
    expect(ground.run(["prompt"]).stdout).toContain("- letters: ");
    ground.write("skills/letters/SKILL.md", goodSkill("letters"));
    expect(ground.run(["prompt"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: Several systems have skills here: gsv, claude.\n  Choose one, for example `--as gsv`.\n",
    });
    expect(playground().run(["prompt"]).code).toBe(2);
  });
});

function call(id: string, ...more: readonly string[]): readonly string[] {
  return ["prompt", "--as", id, "--root", "skills", ...more];
}

describe("a budget and priorities of the user", () => {
  const long = "It does a lot of things with many kinds of documents. ".repeat(4).trim();
  const files = Object.fromEntries(
    ["alpha", "beta", "gamma"].map((name) => [
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${long}\n---\nText.\n`,
    ]),
  );
  it.each(["openclaw", "agentskills", "claude"])("[BX-03] hold in %s, and are explained", (id) => {
    const ground = playground(files);
    const whole = ground.run(call(id)).stdout;
    const budget = String(whole.length - 50);
    expect(ground.run(call(id, "--budget", budget)).stdout.length).toBeLessThanOrEqual(
      whole.length - 50,
    );
    const { stdout } = ground.run(call(id, "--budget", budget, "--explain"));
    expect(stdout).toContain(`of at most ${budget} characters`);
    expect(stdout).toContain("Give a budget of");
  });

  it("[BX-03] decide who is cut, from the option or from our own settings", () => {
    const ground = playground(files);
    const cut = (...more: readonly string[]): readonly string[] => {
      const { stdout } = ground.run(
        call("openclaw@seed", "--budget", "420", "--explain", "--json", ...more),
      );
      // The shape is pinned above.
      const { skills } = JSON.parse(stdout) as {
        readonly skills: readonly { readonly name: string; readonly state: string }[];
      };
      return skills.filter(({ state }) => state === "cut").map(({ name }) => name);
    };
    expect(cut()).toEqual(["beta", "gamma"]);
    expect(cut("--priority", "gamma,beta")).toEqual(["beta", "alpha"]);
    ground.write("skillwright.library.json", '{ skills: { prompt: { priorities: ["beta"] } } }');
    expect(cut()).toEqual(["alpha", "gamma"]);
    const { stderr } = ground.run(call("openclaw@seed", "--priority", "gama"));
    expect(stderr).toContain("Did you mean `gamma`?");
  });
});
