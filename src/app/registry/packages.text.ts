import type { SignatureVerdict } from "../../registry/sign/index.ts";
import { count, type TextView, toLines } from "../text.ts";
import type { KeyAnswer, PackAnswer, SignAnswer, UnpackAnswer, VerifyAnswer } from "./packages.ts";

export const packText: TextView<PackAnswer> = {
  render: (packed, { displayPath, isVerbose = false }) =>
    toLines([
      `Packed \`${packed.name}\` ${packed.version ?? "without a version"} (${count(packed.files.length, "file")}, ${count(packed.size, "byte")}${packed.isSigned ? ", signed" : ""}) in ${displayPath(packed.file)}`,
      `  integrity ${packed.integrity}`,
      `  content   ${packed.contentDigest}`,
      ...packed.withheld.map((path) => `  ! left out: \`${path}\`, where secrets are kept`),
      ...(isVerbose
        ? packed.files.map(
            ({ path, digest, isExecutable }) => `  ${isExecutable ? "x" : "-"} ${digest} ${path}`,
          )
        : []),
    ]),
};

export const unpackText: TextView<UnpackAnswer> = {
  render: ({ name, files, path }, { displayPath }) =>
    toLines([`Unpacked \`${name}\` (${count(files.length, "file")}) in ${displayPath(path)}`]),
};

export const keygenText: TextView<KeyAnswer> = {
  render: ({ keyId, privateFile, publicFile, publicKey }, { displayPath }) =>
    toLines([
      `Made the key ${keyId}`,
      `  to keep to yourself: ${displayPath(privateFile)}`,
      `  to give to others:   ${displayPath(publicFile)}`,
      `  public key: ${publicKey}`,
    ]),
};

export const signText: TextView<SignAnswer> = {
  render: (answer, { displayPath }) => {
    if ("statement" in answer) return answer.statement;
    const { name, version, files, keyId, file } = answer;
    return toLines([
      `Signed \`${name}\` ${version} (${count(files.length, "file")}) with ${keyId} in ${displayPath(file)}`,
    ]);
  },
};

export const verifyText: TextView<VerifyAnswer> = {
  render: ({ content: { name, version = "without a version" }, verdict, claimed, enforced }) => {
    const title = `\`${name}\` ${version}`;
    return toLines(
      verdict.kind === "wrong"
        ? [`${title}: wrong signature, since ${verdict.reason}`]
        : [
            `${title}: ${signedBy(verdict)}`,
            `  claims ${claimed}, attested ${verdict.attests}, so it counts as ${enforced}`,
          ],
    );
  },
  notes: ({ fitsAsPacked }) =>
    fitsAsPacked
      ? "The files that `pack` takes do fit, and only others are there beside them; `--as-packed` leaves those out.\n"
      : "",
};

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
