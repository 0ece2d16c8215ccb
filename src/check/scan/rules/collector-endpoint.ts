import type { ScanRule } from "../rule.ts";
import { addressesIn, isCollector } from "../text/hosts.ts";
import { search, temper } from "../text/search.ts";

const LINE = /^[^\n]{0,400}?\bhttps?:\/\/[^\n]{0,600}$/gm;
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
    for (const hit of search(context, LINE)) {
      const line = hit.match[0];
      for (const { url, host, index } of addressesIn(line)) {
        if (!isCollector(host)) continue;
        const isReal = CONCRETE.test(url) && !PLACEHOLDER.test(url);
        const start = hit.match.index + index;
        const severity = isReal && SENDS.test(line) ? "high" : "info";
        context.report({
          file: hit.view.file,
          span: hit.view.original({ start, end: start + url.length }),
          evidence: line.trim(),
          decoding: hit.view.decoding,
          severity: temper(severity, hit.around),
          message: `Unexpected address of the anonymous host \`${host}\`, expected one whose owner is known.`,
        });
      }
    }
  },
};
