import { kindOf, resolvePath, oneLine } from "../../platform/index.ts";
import {
  contentDigest,
  readForPackage,
  readInstalled,
  readPackage,
  type SkillContent,
  treeIntegrity,
} from "../../registry/package/index.ts";
import {
  isTier,
  lesserTier,
  type SignatureVerdict,
  type Tier,
  tierOf,
  verifyRelease,
  verifySignature,
} from "../../registry/sign/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { pathOf, sigstoreRoot, trustedKeys } from "../registry/places.ts";

/** Judges the signature of a skill or an archive; asks no network. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const trust = trustedKeys(context);
    const content = await readContent(context);
    const { name, version = "", files, read } = content;
    const verdict = await verifyRelease({ name, version, files }, trust, sigstoreRoot(context));
    const claimed = tierOf(read.skill.authority.tier);
    const attested: Tier = verdict.kind === "wrong" ? "experimental" : verdict.attests;
    const enforced = lesserTier(claimed, attested);
    if (context.options.flag("json"))
      printJson(context, {
        name,
        version,
        ...verdict,
        claims: claimed,
        enforced: verdict.kind === "wrong" ? null : enforced,
        integrity: treeIntegrity(files),
        contentDigest: contentDigest(files),
      });
    else context.out(page(content, verdict, claimed, enforced));
    if (verdict.kind === "wrong" && (await fitsAsPacked(context)))
      context.err(
        "The files that `pack` takes do fit, and only others are there beside them; `--as-packed` leaves those out.\n",
      );
    if (verdict.kind === "wrong") return FINDINGS;
    const least = context.options.text("require");
    return isTier(least) && lesserTier(least, attested) !== least ? FINDINGS : FINE;
  });
}

function readContent(context: Context): SkillContent | Promise<SkillContent> {
  const path = pathOf(context);
  if (kindOf(path) !== "folder") return readPackage(path);
  return context.options.flag("as-packed")
    ? readForPackage(resolvePath(path))
    : readInstalled(resolvePath(path));
}

/** An author signs what a package holds, in a folder that holds more. */
async function fitsAsPacked(context: Context): Promise<boolean> {
  const path = pathOf(context);
  if (kindOf(path) !== "folder" || context.options.flag("as-packed")) return false;
  const { name, version = "", files } = await readForPackage(path);
  return verifySignature({ name, version, files }, new Map()).kind === "signed";
}

function page(
  { name, version = "without a version" }: SkillContent,
  verdict: SignatureVerdict,
  claimed: Tier,
  enforced: Tier,
): string {
  const title = `\`${name}\` ${version}`;
  if (verdict.kind === "wrong")
    return `${oneLine(`${title}: wrong signature, since ${verdict.reason}`)}\n`;
  const lines = [
    `${title}: ${signedBy(verdict)}`,
    `  claims ${claimed}, attested ${verdict.attests}, so it counts as ${enforced}`,
  ];
  return `${lines.map((line) => oneLine(line)).join("\n")}\n`;
}

function signedBy(verdict: Exclude<SignatureVerdict, { kind: "wrong" }>): string {
  if (verdict.kind === "unsigned")
    return verdict.unknownKey === undefined
      ? "not signed"
      : `signed by GPG with the key ${verdict.unknownKey}, which is not trusted here, so the signature cannot be checked`;
  if (verdict.role === undefined) return `signed with ${verdict.keyId}, which is not trusted here`;
  const who =
    verdict.publisher === undefined || verdict.publisher === "" ? "" : ` of ${verdict.publisher}`;
  return `signed with ${verdict.keyId}${who}, trusted as ${verdict.role}`;
}
