import type { ScanRule } from "../rule.ts";
import { addressIn, isCollector } from "../text/hosts.ts";
import { type Hit, placeOf, search, temper } from "../text/search.ts";

const URL = /\bhttps?:\/\/[^\s"'`<>)]{4,400}/gi;
/** An inbox that somebody opened, not a word that stands for one. */
const CONCRETE = /\/[0-9a-f]{8}-?[0-9a-f]{4}|\/[a-z0-9_-]{10,}|^https?:\/\/[a-z0-9-]{8,}\./i;
const PLACEHOLDER =
  /your|xxx|example|<|\{|\$|my-|test-id|placeholder|abc123|subdomain|unique|a1b2c3/i;
const SENDS =
  /\b(?:post|put|-d|--data\S*|-F|-T|send|upload|fetch|axios|requests|webhook|report|callback|exfil\w*|sendBeacon|base_url|endpoint)\b/i;

export const collectorEndpoint: ScanRule = {
  code: "scan/collector-endpoint",
  title: "Nothing is sent to an anonymous inbox or tunnel.",
  severity: "high",
  category: "exfiltration",
  confidence: "medium",
  hint: "Nobody knows who reads there. Use an address of the service that the skill is for.",
  check(context) {
    for (const hit of search(context, URL)) {
      const address = addressIn(hit.match[0]);
      if (address === undefined || !isCollector(address.host)) continue;
      const { url, host } = address;
      const line = lineAround(hit);
      const isReal = CONCRETE.test(url) && !PLACEHOLDER.test(url);
      context.report({
        ...placeOf(hit),
        evidence: line,
        ...temper(isReal && SENDS.test(line) ? "high" : "info", hit.around),
        message: `\`${host}\` collects data for anybody who registers there anonymously.`,
      });
    }
  },
};

const REACH = 200;

function lineAround({ view, match }: Hit): string {
  const { text } = view;
  const start = Math.max(text.lastIndexOf("\n", match.index) + 1, match.index - REACH);
  const end = match.index + match[0].length;
  const stop = text.indexOf("\n", end);
  return text.slice(start, Math.min(stop === -1 ? text.length : stop, end + REACH)).trim();
}
