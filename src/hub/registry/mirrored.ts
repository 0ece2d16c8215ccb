/** Reading by way of a registry behind this one. */
import type { MarketReading, Viewer } from "../../registry/contract/index.ts";
import type { MarketPorts, UpstreamSettings } from "./ports.ts";
import type { UpstreamClient, Upstream } from "./upstream.ts";
import { checkMayRead } from "./viewer.ts";

/** Clients of other registries are loaded with the first question to one. */
export function lateUpstream(
  ports: MarketPorts,
  settings: UpstreamSettings,
  onChange: () => void,
): Upstream {
  let opened: Promise<Upstream> | undefined;
  const open = async (): Promise<Upstream> => {
    const { openUpstream } = await import("./upstream.ts");
    return openUpstream(ports, settings, onChange);
  };
  return {
    refresh: async (name, asker) => {
      await (await (opened ??= open())).refresh(name, asker);
    },
    refreshListed: async () => {
      await (await (opened ??= open())).refreshListed();
    },
    search: async (words, asker) => {
      await (await (opened ??= open())).search(words, asker);
    },
    narrow: async () => {
      await (await (opened ??= open())).narrow();
    },
  };
}

/** What is asked for by its name is first looked for in the registry behind this one, where there is one. */
export function mirrored(
  ports: MarketPorts,
  source: Upstream,
  market: MarketReading,
): MarketReading {
  let narrowed: Promise<void> | undefined;
  // The list of names may be shorter than when the copies were made: nothing is given before that is settled.
  const begin = async (viewer: Viewer): Promise<void> => {
    // Strangers to a private registry must not make it ask anybody.
    checkMayRead(ports, viewer);
    narrowed ??= source.narrow().catch((error: unknown) => {
      narrowed = undefined;
      throw error;
    });
    await narrowed;
  };
  const toAsker = (viewer: Viewer): UpstreamClient => ({
    owner: viewer.userId ?? viewer.client ?? "",
    charge: async () => {
      await ports.charge?.("mirror", viewer);
    },
  });
  const after = async <T>(viewer: Viewer, name: string, look: () => Promise<T>): Promise<T> => {
    await begin(viewer);
    await source.refresh(name, toAsker(viewer));
    return await look();
  };
  return {
    ...market,
    search: async (viewer, request) => {
      await begin(viewer);
      if (request.cursor === undefined && request.query.trim() !== "")
        await source.search(request.query, toAsker(viewer));
      return await market.search(viewer, request);
    },
    list: async (viewer, request) => {
      await begin(viewer);
      return await market.list(viewer, request);
    },
    count: async (viewer, request) => {
      await begin(viewer);
      return await market.count(viewer, request);
    },
    describe: (viewer, name) => after(viewer, name, () => market.describe(viewer, name)),
    versions: (viewer, name, page) =>
      after(viewer, name, () => market.versions(viewer, name, page)),
    given: (viewer, name) => after(viewer, name, () => market.given(viewer, name)),
    version: (viewer, name, version) =>
      after(viewer, name, () => market.version(viewer, name, version)),
    judge: (viewer, name, version) =>
      after(viewer, name, () => market.judge(viewer, name, version)),
    judgeAll: async (viewer, versions) => {
      await begin(viewer);
      for (const name of new Set(versions.map((one) => one.name)))
        await source.refresh(name, toAsker(viewer));
      return await market.judgeAll(viewer, versions);
    },
    readFile: (viewer, name, version, path) =>
      after(viewer, name, () => market.readFile(viewer, name, version, path)),
    manifest: (viewer, name, version) =>
      after(viewer, name, () => market.manifest(viewer, name, version)),
    content: (viewer, name, version) =>
      after(viewer, name, () => market.content(viewer, name, version)),
    archive: (viewer, name, version, layout) =>
      after(viewer, name, () => market.archive(viewer, name, version, layout)),
    resolveByDigest: (viewer, name, digest) =>
      after(viewer, name, () => market.resolveByDigest(viewer, name, digest)),
  };
}
