import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goodSkill, type Playground, playground } from "../support/program.ts";

const manifest =
  "---\nname: letters\nversion: 1.0.0\ndescription: Writes letters.\nmetadata:\n  gaia:\n    security_tier: community\n---\n\n# Letters\n";

function ground(): Playground & { readonly go: (...words: readonly string[]) => string } {
  const made = playground({ "skills/letters/SKILL.md": manifest, "skills/letters/a.md": "a\n" });
  const environment = { HOME: made.path("home") };
  return {
    ...made,
    run: (words, options = {}) => made.run(words, { environment, ...options }),
    go: (...words) => {
      const ran = made.run(words, { environment });
      expect(ran.code, ran.stderr + ran.stdout).toBe(0);
      return ran.stdout;
    },
  };
}

describe("keygen, sign, trust and verify", () => {
  it("[GA-06] raise a skill to the tier that a trusted key attests", () => {
    const { go, run, path } = ground();
    const made = JSON.parse(go("keygen", "--json"));
    if (process.platform !== "win32")
      expect(statSync(path("home/.skillwright/keys/publisher.key")).mode & 0o777).toBe(0o600);
    go("sign", "skills/letters");
    const verdict = (): unknown => JSON.parse(go("verify", "skills/letters", "--json"));
    expect(verdict()).toMatchObject({
      kind: "signed",
      claims: "community",
      enforced: "experimental",
    });
    expect(run(["verify", "skills/letters", "--require", "community"]).code).toBe(1);
    go("trust", "add", made.publicKey, "--publisher", "Acme");
    expect(verdict()).toMatchObject({
      role: "publisher",
      publisher: "Acme",
      enforced: "community",
    });
    expect(go("trust", "list")).toBe(`${made.keyId}  publisher  Acme\n`);
    go("trust", "remove", made.keyId);
    expect(go("trust")).toBe("No key is trusted, so every skill is experimental.\n");
  });

  it("[GA-06] refuse the private half of a key, and write it nowhere", () => {
    const { go, run, path } = ground();
    go("keygen");
    const file = "home/.skillwright/keys/publisher.key";
    const text = readFileSync(path(file), "utf8").trim();
    writeFileSync(path("half.txt"), `${text}\n`);
    writeFileSync(path("pem.txt"), "-----BEGIN OPENSSH PRIVATE KEY-----\n");
    for (const word of [file, text, "half.txt", "pem.txt"]) {
      const { code, stderr } = run(["trust", "add", word]);
      expect(code).toBe(2);
      expect(stderr).toContain("This is a private key");
      expect(stderr).not.toContain(text);
    }
    expect(existsSync(path("home/.skillwright/trusted-keys.json"))).toBe(false);
    go("trust", "add", "home/.skillwright/keys/publisher.pub");
    // Known by its public half, wherever it lies by now.
    renameSync(path("home/.skillwright/keys"), path("elsewhere"));
    expect(run(["trust", "add", "half.txt"]).code).toBe(2);
    expect(readFileSync(path("home/.skillwright/trusted-keys.json"), "utf8")).not.toContain(text);
  });

  it("[GA-05] refuse a wrong signature with exit code 1", () => {
    const { go, run, path } = ground();
    go("keygen");
    go("sign", "skills/letters");
    writeFileSync(path("skills/letters/b.md"), "b\n");
    const ran = run(["verify", "skills/letters"]);
    expect(ran).toMatchObject({ code: 1, stderr: "" });
    expect(ran.stdout).toBe(
      "`letters` 1.0.0: wrong signature, since these files are not as signed: `b.md`\n",
    );
    expect(run(["pack", "skills/letters"]).code).toBe(1);
    expect(run(["lock"]).code).toBe(1);
  });

  it("keep a key that is there, and say what is missing", () => {
    const { go, run, write } = ground();
    expect(run(["sign", "skills/letters"]).code).toBe(2);
    go("keygen");
    expect(run(["keygen"])).toMatchObject({ code: 1 });
    go("keygen", "--force");
    expect(run(["keygen", "--name", "../up"]).code).toBe(2);
    expect(run(["trust", "add", "AAAA"]).code).toBe(2);
    write("skills/plain/SKILL.md", goodSkill("plain"));
    expect(run(["sign", "skills/plain"]).stderr).toContain("has no version");
    write("home/.skillwright/trusted-keys.json", "[]");
    expect(run(["verify", "skills/letters"]).code).toBe(2);
  });
});

describe("pack and unpack", () => {
  it("give back what was packed", () => {
    const { go, run, path } = ground();
    const packed = JSON.parse(go("pack", "skills/letters", "-o", "out/l.zip", "--json"));
    expect(packed.files.map((file: { path: string }) => file.path)).toEqual(["SKILL.md", "a.md"]);
    go("unpack", "out/l.zip", "--to", "other", "--integrity", packed.integrity);
    expect(readFileSync(path("other/letters/SKILL.md"), "utf8")).toBe(manifest);
    expect(run(["unpack", "out/l.zip", "--to", "other"]).code).toBe(1);
    const wrong = ["unpack", "out/l.zip", "--to", "third", "--integrity", "sha256-x"];
    expect(run(wrong).stderr).toContain("The archive has the digest");
    expect(readdirSync(path("out"))).toEqual(["l.zip"]);
    expect(run(["pack", "skills/letters", "-o", "skills/letters/l.zip"]).code).toBe(2);
    expect(existsSync(join(path("skills/letters"), "l.zip"))).toBe(false);
  });
});

describe("lock", () => {
  it("[GA-15] finds what was changed after it was recorded", () => {
    const { go, run, path } = ground();
    expect(run(["lock", "--check"])).toMatchObject({
      code: 1,
      stdout: "- letters: untracked: present, but not recorded\n",
    });
    expect(go("lock")).toBe("Recorded in skills/skill-lock.json: 1 new, 0 changed, 0 gone\n");
    expect(go("lock", "--check")).toBe("1 skill as recorded in skills/skill-lock.json\n");
    writeFileSync(path("skills/letters/a.md"), "b\n");
    expect(run(["lock", "--check"])).toMatchObject({
      code: 1,
      stdout: "- letters: content: not the files that were recorded\n",
    });
    const text = readFileSync(path("skills/skill-lock.json"), "utf8");
    writeFileSync(path("skills/skill-lock.json"), text.replace('"1.0.0"', '"1.0.1"'));
    expect(run(["lock", "--check"]).stderr).toContain("does not match its seal");
  });
});
