/** What the settings show for each program is what that program can read. */
import { describe, expect, it } from "vitest";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { mcpHosts } from "../../src/app/connect/hosts.ts";
import { programSnippets } from "../../web/src/pages/settings/program-snippets.ts";

const ADDRESS = "https://skills.example.org/registry/mcp/login";
const snippets = programSnippets(ADDRESS);

describe("programSnippets", () => {
  it("has one for every program that can be connected", () => {
    expect(snippets.map(({ title }) => title).toSorted()).toEqual(
      mcpHosts.map(({ title }) => title).toSorted(),
    );
  });

  it.each(snippets.map((snippet) => [snippet.title, snippet] as const))(
    "%s can read it, and finds the address",
    (_, { place, text, link }) => {
      const read = (): unknown => {
        if (place.endsWith(".toml")) return parseToml(text);
        if (place.endsWith(".yaml")) return parseYaml(text) as unknown;
        return place.endsWith(".json") ? (JSON.parse(text) as unknown) : text;
      };
      expect(JSON.stringify(read())).toContain(ADDRESS);
      if (link === undefined) return;
      const config = new URL(link).searchParams.get("config");
      expect(config === null ? decodeURIComponent(link) : atob(config)).toContain(ADDRESS);
    },
  );
});
