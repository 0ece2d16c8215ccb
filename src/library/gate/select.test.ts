import { describe, expect, it } from "vitest";
import { aroundOf, candidateOf, dialectNamed, skillText } from "../../../test/support/library.ts";
import type { Dialect } from "../../skill/index.ts";
import { type Candidate, selectSkills, type GateInput } from "./index.ts";

const gsv = dialectNamed("gsv");
const document = dialectNamed("openclaw");
const release = dialectNamed("openclaw@2026.9");

function file(dialect: Dialect, source: string, folder: string, name = folder): Candidate {
  const text = skillText({ name, description: `From ${source}.` });
  return candidateOf(dialect, text, { source, path: `${source}/${folder}/SKILL.md` });
}

function placed(source: string, folder: string, root = "root"): Candidate {
  const text = skillText({ name: folder.replaceAll("/", "-") || "root", description: "It." });
  const path = `${root}/${folder}/SKILL.md`;
  return candidateOf(release, text, { source, path, root, folder });
}

function select(
  dialect: Dialect,
  candidates: readonly Candidate[],
  input: Partial<GateInput> = {},
) {
  const { skills, others } = selectSkills(candidates, aroundOf(dialect, input));
  return {
    names: skills.map(({ name }) => name),
    sources: skills.map(({ candidate }) => candidate.source),
    eligible: skills.filter(({ verdict }) => verdict.isEligible).map(({ name }) => name),
    others: others.map(({ candidate, verdict }) => [candidate.path, verdict.reasons[0]?.code]),
  };
}

describe("names that meet", () => {
  it("[OC-01] workspace wins over managed, bundled and extra, whatever the order of roots", () => {
    const order = ["managed", "workspace", "extra", "bundled"];
    const files = order.map((source) => file(document, source, "a"));
    expect(select(document, files).sources).toEqual(["workspace"]);
    expect(select(document, files.slice(2)).sources).toEqual(["bundled"]);
  });

  it("[OC-01] the release has more sources", () => {
    const order = release.gating?.sources.order ?? [];
    const files = order.map((source) => file(release, source, "a")).reverse();
    expect(select(release, files)).toMatchObject({ sources: ["openclaw-workspace"] });
    expect(select(release, files.slice(1)).sources).toEqual(["agents-skills-project"]);
  });

  it("[OC-01] the loser is told with the file that hides it", () => {
    const files = [file(document, "workspace", "a"), file(document, "managed", "a")];
    const { others } = selectSkills(files, aroundOf(document), { keepsSteps: true });
    expect(others[0]?.verdict).toMatchObject({
      isEligible: false,
      reasons: [{ code: "shadowed", names: ["a"], winner: "workspace/a/SKILL.md" }],
    });
    expect(others[0]?.verdict.steps?.at(-1)).toEqual({
      stage: "names",
      check: "name",
      wanted: ["a"],
      found: "hidden by workspace/a/SKILL.md",
      isPassed: false,
    });
  });

  it("[OC-01] names are compared exactly, and the later of two in one source counts", () => {
    const files = [
      file(release, "openclaw-workspace", "one", "Same"),
      file(release, "openclaw-workspace", "two", "same"),
      file(release, "openclaw-workspace", "three", "same"),
    ];
    expect(select(release, files)).toMatchObject({
      names: ["same", "Same"],
      others: [["openclaw-workspace/two/SKILL.md", "shadowed"]],
    });
  });

  it("[OC-01] a file that does not load hides nothing", () => {
    const broken = candidateOf(release, "---\nname: a\n---\n", { path: "x/a/SKILL.md" });
    expect(select(release, [file(release, "openclaw-extra", "a"), broken])).toEqual({
      names: ["a"],
      sources: ["openclaw-extra"],
      eligible: ["a"],
      others: [["x/a/SKILL.md", "unreadable"]],
    });
  });

  it("[GSV-03] folders decide, agent before global, each in the order it was found", () => {
    const files = [
      file(gsv, "global", "b"),
      file(gsv, "global", "a"),
      file(gsv, "agent", "z", "same"),
      file(gsv, "agent", "a", "other"),
      file(gsv, "global", "c", "same"),
    ];
    expect(select(gsv, files)).toMatchObject({
      names: ["same", "other", "b", "same"],
      others: [["global/a/SKILL.md", "shadowed"]],
    });
  });

  it("[OC-01] the list is sorted as English sorts", () => {
    const names = ["b-c", "cherry", "éa", "B", "2-x", "_u"];
    const files = names.map((name) => file(release, "openclaw-workspace", name));
    expect(select(release, files).names).toEqual(["_u", "2-x", "B", "b-c", "cherry", "éa"]);
  });
});

describe("what is found in a root", () => {
  it("[OC-01] files over the limits of the configuration stay out, in order", () => {
    const files = ["c", "a", "b"].map((name) => placed("openclaw-workspace", name));
    const config = { skills: { limits: { maxSkillsLoadedPerSource: 2 } } };
    expect(select(release, files, { config })).toMatchObject({
      names: ["a", "b"],
      others: [["root/c/SKILL.md", "over-root-limit"]],
    });
  });

  it("[OC-01] a file over the size limit is not loaded", () => {
    const config = { skills: { limits: { maxSkillFileBytes: 60 } } };
    const long = skillText({ name: "long", description: "It." }, "é".repeat(40));
    const files = [candidateOf(release, long, { path: "x/long/SKILL.md" }), placed("x", "a")];
    expect(select(release, files, { config })).toMatchObject({
      names: ["a"],
      others: [["x/long/SKILL.md", "too-large"]],
    });
  });

  it("[OC-01] folders that are not looked into are told", () => {
    const files = [placed("openclaw-workspace", ".hidden"), placed("openclaw-workspace", "a")];
    expect(select(release, files).others).toEqual([["root/.hidden/SKILL.md", "not-scanned"]]);
  });
});

describe("skills of an agent", () => {
  const files = ["a", "b"].map((name) => file(release, "openclaw-workspace", name));
  const config = {
    agents: {
      defaults: { skills: ["a"] },
      entries: { ops: { skills: ["b"] }, none: { skills: [] } },
    },
  };

  it.each([
    ["the defaults", {}, ["a"]],
    ["its own list", { agentId: "ops" }, ["b"]],
    ["an empty list", { agentId: "none" }, []],
    ["the defaults, being unknown", { agentId: "who" }, ["a"]],
    ["what the session switches", { switches: { a: false, b: true } }, ["b"]],
  ])("[BX-03] an agent gets %s", (_what, input, names) => {
    expect(select(release, files, { config, ...input }).eligible).toEqual(names);
  });

  it("[BX-03] the reason names the list or the session", () => {
    const { skills } = selectSkills(files, aroundOf(release, { config, switches: { a: false } }));
    expect(skills.map(({ verdict }) => verdict.reasons)).toEqual([
      [{ code: "switched-off", names: ["a"] }],
      [{ code: "not-in-agent-list", names: ["b"] }],
    ]);
  });
});

describe("a dialect without gates", () => {
  it("[BX-01] offers whatever can be read", () => {
    const dialect = dialectNamed("agent-flow");
    expect(select(dialect, [file(dialect, "", "a")]).eligible).toEqual(["a"]);
  });
});
