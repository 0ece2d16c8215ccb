import type { Feed, FeedEntry, FeedKind } from "./feed.ts";

const CLAWHAVOC = "ClawHavoc, a campaign that spreads Atomic Stealer by skills";
const CLAWHUB = "https://github.com/openclaw/clawhub/issues/";

function entry(kind: FeedKind, value: string, source: string, date: string): FeedEntry {
  return { kind, value, name: CLAWHAVOC, source, date };
}

/** What public reports name; docs/reference/feeds.md lists them. Domains that many people use are not in it. */
export const SHIPPED_FEED: Feed = {
  name: "Public reports on malicious skills",
  entries: [
    entry("address", "91.92.242.30", `${CLAWHUB}108`, "2026-02-02"),
    entry("address", "54.91.154.110", `${CLAWHUB}436`, "2026-02-19"),
    entry("domain", "openclawcli.forum", `${CLAWHUB}190`, "2026-02-10"),
    entry(
      "domain",
      "install.app-distribution.net",
      "https://github.com/openclaw/openclaw/issues/9197",
      "2026-02-05",
    ),
    entry("domain", "download.setup-service.com", `${CLAWHUB}108`, "2026-02-02"),
    entry("url", "glot.io/snippets/hfd3x9ueu5", `${CLAWHUB}119`, "2026-02-03"),
    entry("publisher", "aslaep123", `${CLAWHUB}119`, "2026-02-03"),
    entry("publisher", "ddoy233", `${CLAWHUB}119`, "2026-02-03"),
    entry("publisher", "denboss99", `${CLAWHUB}108`, "2026-02-02"),
    entry("publisher", "zaycv", `${CLAWHUB}108`, "2026-02-02"),
    entry("publisher", "sakaen736jih", `${CLAWHUB}123`, "2026-02-04"),
    entry("publisher", "thiagoruss0", `${CLAWHUB}159`, "2026-02-06"),
    entry(
      "publisher",
      "toolitletolate",
      "https://github.com/openclaw/openclaw/issues/16052",
      "2026-02-14",
    ),
  ],
};
