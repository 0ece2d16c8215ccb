import type { ScanContext, Statement } from "../context.ts";
import type { Lowering, ScanSeverity } from "../finding.ts";
import { isDefensive } from "../instructions/index.ts";
import { addressesIn, isPlaceholder, judgeHost } from "./hosts.ts";
import { saysSecurity } from "./topic.ts";

/** A severity, and what it would be without the words around it. */
export interface Judged {
  readonly severity: ScanSeverity;
  readonly lowered?: Lowering;
}

const STEPS: readonly ScanSeverity[] = ["critical", "high", "medium", "low", "info"];

export function lower(severity: ScanSeverity, steps: number): ScanSeverity {
  return STEPS[Math.min(STEPS.length - 1, STEPS.indexOf(severity) + steps)] ?? "info";
}

/**
 * Words around a thing explain it, they do not acquit it: they count only where nothing in the same place would make it
 * happen. An address under a stranger's control makes it happen, whatever the sentence calls it.
 */
export function explain(
  severity: ScanSeverity,
  {
    steps,
    reason,
    text,
  }: { readonly steps: number; readonly reason: string; readonly text: string },
): Judged {
  const to = lower(severity, steps);
  if (to === severity || isLive(text)) return { severity };
  return { severity: to, lowered: { from: severity, reason } };
}

const MAILBOX = /[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})\b/gi;
const SOCKET = /\/dev\/(?:tcp|udp)\/([\w.-]{4,80})\//g;

/** Whether the text names a machine or a mailbox that somebody nobody knows holds. */
function isLive(text: string): boolean {
  if (addressesIn(text).some(({ host, ...rest }) => isStrangers({ ...rest, host }))) return true;
  const hosts = [...text.matchAll(MAILBOX), ...text.matchAll(SOCKET)].map(([, host = ""]) => host);
  return hosts.some((host) => isStrangers({ host, url: "", path: "", isEncrypted: true }));
}

function isStrangers(address: Parameters<typeof judgeHost>[0]): boolean {
  const { host } = address;
  if (isPlaceholder(host)) return false;
  const { trust } = judgeHost(address);
  return trust === "suspect" || trust === "ordinary";
}

/** Sentences beside its headings that speak of attacks as such, before a skill counts as one about security. */
const FEWEST = 6;
const LEAST_SHARE = 0.06;

/** Whether the skill is about attacks and defence by what it says throughout, not by its description alone. */
export function isSecurityText(context: ScanContext): boolean {
  if (!context.ask(saysSecurity)) return false;
  const told = context.statements.filter(isTold);
  const about = told.filter(({ folded }) => isDefensive(folded)).length;
  return about >= FEWEST && about >= LEAST_SHARE * told.length;
}

function isTold({ kind, view }: Statement): boolean {
  return view.decoding.length === 0 && kind !== "heading" && kind !== "field";
}
