/** What holds for the repository as a whole: what a hosting service reads of it, and how its tests are written. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { lineAt, readFiles, root } from "./support/source.ts";

function readYaml(path: string): unknown {
  return parse(readFileSync(join(root, path), "utf8"));
}

describe(".github", () => {
  it("runs .ci/run on the oldest Node that can set up a clone", () => {
    expect(readYaml(".github/workflows/ci.yml")).toMatchObject({
      permissions: { contents: "read" },
      jobs: {
        check: {
          "runs-on": "ubuntu-latest",
          steps: [
            { uses: expect.stringMatching(/^actions\/checkout@v\d+$/u) as string },
            {
              uses: expect.stringMatching(/^actions\/setup-node@v\d+$/u) as string,
              with: { "node-version": 20 },
            },
            { run: ".ci/run" },
          ],
        },
      },
    });
    if (process.platform !== "win32")
      expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
  });

  const forms = readdirSync(join(root, ".github/ISSUE_TEMPLATE")).filter(
    (name) => name !== "config.yml",
  );

  it("has forms for bugs, features and formats", () => {
    expect(forms.toSorted()).toEqual(["bug.yml", "feature.yml", "format.yml"]);
  });

  it.each(forms)("%s is a form whose fields have ids and labels", (name) => {
    const form = readYaml(`.github/ISSUE_TEMPLATE/${name}`) as {
      readonly name: string;
      readonly description: string;
      readonly body: readonly {
        readonly type: string;
        readonly id?: string;
        readonly attributes: object;
      }[];
    };
    expect(form.name).not.toBe("");
    expect(form.description).toMatch(/\.$/u);
    const fields = form.body.filter(({ type }) => type !== "markdown");
    expect(fields.length).toBeGreaterThan(2);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { attributes } of fields) expect(attributes).toHaveProperty("label");
  });
});

describe("what brings the server up elsewhere", () => {
  it("[BX-14] runs it as nobody, asks whether it lives, and keeps its data in a volume", () => {
    const text = readFileSync(join(root, "Dockerfile"), "utf8");
    const [, last = ""] = text.split(/^FROM .*\n(?![^]*^FROM )/mu);
    for (const line of [/^USER 65532:65532$/mu, /^HEALTHCHECK /mu, /^VOLUME \/data$/mu])
      expect(last).toMatch(line);
    // A command of the image that the program does not know would show only when somebody starts it.
    expect(last).toMatch(/^CMD \["serve", "--host", "0\.0\.0\.0"\]$/mu);
  });

  it("uses every value of its chart, and none that is not there", () => {
    const templates = readFiles(["deploy/helm/skillwright/templates"], /\.(?:yaml|tpl)$/u);
    const used = new Set(
      templates.flatMap(({ text }) =>
        [...text.matchAll(/\.Values\.(?<path>[\w.]+)/gu)].map(({ groups }) => groups?.["path"]),
      ),
    );
    const values = readYaml("deploy/helm/skillwright/values.yaml") as Record<string, unknown>;
    // What users fill, or what is handed on as a whole.
    const whole = new Set(["env", "settings", "resources", "ingress.annotations"]);
    const paths = Object.entries(values).flatMap(([key, value]) =>
      typeof value === "object" && value !== null && !whole.has(key)
        ? Object.keys(value).map((inner) => `${key}.${inner}`)
        : [key],
    );
    expect(used).toEqual(new Set(paths));
    for (const { path, text } of templates)
      expect([path, text.match(/\{\{-? (?:if|with|range|define) /gu)?.length ?? 0]).toEqual([
        path,
        text.match(/\{\{-? end /gu)?.length ?? 0,
      ]);
  });

  it("asks its chart's servers at addresses that they have, with variables that they read", () => {
    const text = readFiles(["deploy/helm/skillwright"], /\.yaml$/u)
      .map((file) => file.text)
      .join("\n");
    const sources = readFiles(["src"], /\.ts$/u)
      .map((file) => file.text)
      .join("\n");
    const named = [
      ...[...text.matchAll(/path: (?<path>\/\w+z),/gu)].map(({ groups }) => groups?.["path"]),
      ...[...text.matchAll(/\bSKILLWRIGHT_\w+/gu)].map(([name]) => name),
    ];
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
  });

  it("has the version of the program in its chart", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(readYaml("deploy/helm/skillwright/Chart.yaml")).toMatchObject({
      version,
      appVersion: version,
    });
  });
});

describe("tests in a browser", () => {
  const READ_ONCE =
    /expect\(\s*await [^;]*?\.(?:textContent|innerText|inputValue|count|allTextContents|getAttribute|isVisible|isChecked|isDisabled|isEnabled|isEditable|evaluate)\(/gu;

  it("read what a page shows until it is what they expect", () => {
    const once = readFiles(["test/web"], /\.ts$/u).flatMap(({ path, text }) =>
      [...text.matchAll(READ_ONCE)].map(({ index }) => `${path}:${lineAt(text, index)}`),
    );
    expect(once, "use `await expect.poll(() => …)`: a slow machine shows it later").toEqual([]);
  });
});
