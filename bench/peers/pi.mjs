// The file itself rather than the package: the package's entry would load a whole agent.
const { loadSkillsFromDir, formatSkillsForPrompt } = await import(
  new URL(
    "../.peers/node_modules/@mariozechner/pi-coding-agent/dist/core/skills.js",
    import.meta.url,
  )
);
const [root] = process.argv.slice(2);
const { skills, diagnostics } = loadSkillsFromDir({ dir: root, source: "bench" });
const prompt = formatSkillsForPrompt(skills);
process.stdout.write(
  `${skills.length} loaded, ${diagnostics.length} diagnostics, ${prompt.length} characters\n`,
);
