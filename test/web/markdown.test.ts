import { resolve } from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { root } from "../support/source.ts";
import { hostileMarkdown } from "./support/hostile-markdown.ts";
import { takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

/** What may be left of a text, by element. */
const ALLOWED: { readonly [tag: string]: readonly string[] } = {
  A: ["href", "title", "target", "rel"],
  IMG: ["src", "alt", "title"],
  TD: ["align", "colspan", "rowspan"],
  TH: ["align", "colspan", "rowspan"],
  OL: ["start"],
  DETAILS: ["open"],
};
const PLAIN =
  "H1 H2 H3 H4 H5 H6 P BR HR BLOCKQUOTE PRE CODE EM STRONG DEL S SUB SUP KBD UL LI DL DT DD TABLE THEAD TBODY TR SPAN SUMMARY";

interface Left {
  readonly tag: string;
  readonly attributes: { readonly [name: string]: string };
}

/** The very module of the page, as one script. */
async function bundle(): Promise<string> {
  const built = await rolldown({
    input: resolve(root, "web/src/components/render-markdown.ts"),
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await built.generate({ format: "iife", name: "markdown" });
  await built.close();
  return `${output[0].code}; globalThis.markdown = markdown;`;
}

describeWorkbench("Markdown of strangers", (workbench) => {
  it("runs nothing, asks nobody, and leaves only plain elements", async () => {
    const page = await workbench.visit({ path: "/skills" });
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    await page.evaluate(await bundle());
    for (const text of hostileMarkdown) {
      const left = await page.evaluate<readonly Left[]>(`(${SHOW})(${JSON.stringify(text)})`);
      for (const { tag, attributes } of left) {
        const allowed = ALLOWED[tag] ?? (PLAIN.split(" ").includes(tag) ? [] : undefined);
        expect(allowed, `${tag} is left of ${text}`).toBeDefined();
        expect(allowed, `${tag} of ${text}`).toEqual(
          expect.arrayContaining(Object.keys(attributes)),
        );
        if (tag === "A" && attributes["href"] !== undefined) {
          expect(attributes["href"]).toMatch(/^(?:https?:\/\/|mailto:)/u);
          expect(attributes["rel"]).toBe("noopener noreferrer nofollow");
          expect(attributes["target"]).toBe("_blank");
        }
        if (tag === "IMG") expect(attributes["src"]).toMatch(/^data:image\//u);
      }
    }
    await expect.poll(() => page.evaluate("globalThis.wasRun")).toBeUndefined();
  });

  it("is shown in the preview of a skill without running, whatever stands in its body", async () => {
    const token = await workbench.token("first@example.com");
    const body = hostileMarkdown
      .filter((text) => !/<plaintext>|<!--|\{\{/u.test(text) && text.length < 2000)
      .join("\n\n");
    const content = `---\nname: hostile\ndescription: Is hostile.\n---\n\n# Begin\n\n${body}\n\n# End\n`;
    const made = await workbench.platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "hostile", content },
    });
    expect(made.status, made.text).toBe(201);
    const page = await workbench.visit({ path: "/skills/hostile", width: 1440 });
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "Begin" }).waitFor();
    await takePictures(page, "hostile");
    await page.getByRole("article").hover();
    await expect.poll(() => page.evaluate("globalThis.wasRun")).toBeUndefined();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("shows what honest Markdown says", async () => {
    const page = await workbench.visit({ path: "/skills" });
    await page.evaluate(await bundle());
    const text =
      "# Title\n\n**Bold** and [a link](https://example.org) with `code`.\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n![a dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=) [see](references/notes.md)\n\n<example>\n</example>\n";
    const html = await page.evaluate<string>(`markdown.createMarkdown()(${JSON.stringify(text)})`);
    expect(html).toContain("&lt;example&gt;<br>&lt;/example&gt;");
    expect(html).toContain("<h1>Title</h1>");
    expect(html).toContain(
      '<a href="https://example.org" target="_blank" rel="noopener noreferrer nofollow">a link</a>',
    );
    expect(html).toContain("☑ done");
    expect(html).toContain('<td align="center">2</td>');
    expect(html).toContain('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="a dot">');
    expect(html).toContain('<a title="references/notes.md">see</a>');
  });
});

/** Puts a text into the page as the page does, and lists what is there then. */
const SHOW = `async (text) => {
  const box = document.createElement("div");
  box.innerHTML = markdown.createMarkdown()(text);
  document.querySelector("main").append(box);
  for (const element of box.querySelectorAll("*")) {
    element.focus?.();
    element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  }
  await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle, 5)));
  const left = [...box.querySelectorAll("*")].map((element) => ({
    tag: element.tagName.toUpperCase(),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  }));
  box.remove();
  return left;
}`;
