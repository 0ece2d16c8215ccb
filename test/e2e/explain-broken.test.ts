/** `skillwright explain NAME` for files that a system cannot use, by the name that they give themselves. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../src/skill/index.ts";
import { playground } from "../support/program.ts";

const files: { readonly [folder: string]: string } = {
  "no-description": "---\nname: own-no-description\n---\nText.\n",
  "open-quote": '---\nname: own-open-quote\ndescription: "abc\nmetadata: [a\n---\nText.\n',
  "open-list": "---\ndescription: d\nfoo: [a, b\nname: 'own-open-list' # so\n---\nText.\n",
  indented: "---\nname: own-indented\n  description: d\n---\nText.\n",
  tab: "---\nname: own-tab\n\tdescription: d\n---\nText.\n",
  twice: "---\nname: own-twice\nname: own-twice\ndescription: d\n---\nText.\n",
  unclosed: "---\nname: own-unclosed\ndescription: d\nText.\n",
  "a/b/c/d/e/f/g/h/deep": "---\nname: own-deep\ndescription: d\n---\nText.\n",
  large: `---\nname: own-large\ndescription: d\n---\n${"Text. ".repeat(50_000)}\n`,
};

describe.each(dialects.map(({ id }) => id))("in %s", (id) => {
  it("[BX-03] finds a file by the name in it, whatever is wrong with the rest", () => {
    const ground = playground(
      Object.fromEntries(
        Object.entries(files).map(([folder, text]) => [`skills/${folder}/SKILL.md`, text]),
      ),
    );
    for (const folder of Object.keys(files)) {
      const name = `own-${folder.split("/").at(-1)}`;
      const { stdout } = ground.run(["explain", name, "--as", id, "--root", "skills", "--json"]);
      // The shape of the answer is pinned by other tests.
      const { systems } = JSON.parse(stdout) as {
        readonly systems: readonly { readonly files: readonly { readonly file: string }[] }[];
      };
      const found = systems.flatMap((system) => system.files.map(({ file }) => file));
      expect([name, found.map((file) => file.endsWith(`skills/${folder}/SKILL.md`))]).toEqual([
        name,
        [true],
      ]);
    }
  });
});
