/** Resources that are made from the catalog as a whole or from one skill. */
import {
  type Catalog,
  type ServedSkill,
  digestOf,
  cleanTexts,
  SKILL_FILE,
} from "../../../app/catalog/index.ts";

const DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** The index of the draft that came before `skills/list`. */
export function indexDocument({ listed }: Catalog): unknown {
  return {
    $schema: DISCOVERY_SCHEMA,
    skills: listed.map(({ path, description, uri, files }) => ({
      name: path,
      type: "skill-md",
      description,
      url: uri,
      digest: digestOf(files.get(SKILL_FILE)?.sha256 ?? ""),
    })),
  };
}

/** What FastMCP calls the manifest of a skill. */
export function manifestDocument({ path, files }: ServedSkill): unknown {
  return {
    skill: path,
    files: [...files.values()].map(({ path: file, size, sha256 }) => ({
      path: file,
      size,
      hash: digestOf(sha256),
    })),
  };
}

/** Everything that was found: what is served, what is not and why, and who depends on whom. */
export function catalogDocument(catalog: Catalog): object {
  const { version, skills, leftOut, pending, graph, problems } = catalog;
  const document = {
    version,
    skills: skills.map(skillSummary),
    notServed: leftOut.map(({ path, name, dialect, reasons }) => ({
      path,
      name,
      dialect,
      reasons,
    })),
    notScanned: pending.map(({ path }) => path),
    dependencies: graph,
    problems: problems.map(({ code, severity, message, file }) => ({
      code,
      severity,
      message,
      file,
    })),
  };
  // Sentences quote what stands in untrusted files.
  return cleanTexts(JSON.parse(JSON.stringify(document)));
}

function skillSummary(skill: ServedSkill): unknown {
  const { name, title, description, uri, authored, version, tags, references, reading } = skill;
  return {
    name,
    address: skill.path,
    id: skill.id,
    title,
    description,
    uri,
    document: authored.uri,
    dialect: reading.dialect.id,
    version,
    tags,
    path: skill.shown,
    isListed: skill.isListed,
    isPrompt: skill.isPrompt,
    capabilities: skill.skill.relations.published ?? [authored.uri],
    dependsOn: skill.dependsOn,
    references: references.map((item) => ({
      id: item.id,
      uri: item.uri,
      path: item.file.path,
      title: item.title,
      mimeType: item.mimeType,
      aliases: item.aliases,
    })),
    mends: skill.mends,
    verdict: skill.verdict,
    notices: skill.notices,
  };
}
