import type { CodeReport, FileUse, Place, Send } from "../code/index.ts";
import { isStore, receiverTrust } from "../code/judging.ts";
import { type Surface, surfacesOf } from "../code/surface.ts";
import { codeOf, inSameFile, tell } from "../code/telling.ts";
import type { ScanContext } from "../context.ts";
import type { ScanRule } from "../rule.ts";

/** What a program opens in order to get at what others keep there. */
const KEPT: ReadonlySet<FileUse["kind"]> = new Set([
  "key-file",
  "browser-store",
  "keychain",
  "messages",
  "history",
]);
const LOOKS = /^(?:ls|find|chmod|chown|test|stat|mkdir|touch|ssh-keygen|ssh-add|ssh|fd|dir)$/;

/** The way of a value through libraries is not always seen; both ends of it in one file are. */
export const codeReadAndSend: ScanRule = {
  code: "scan/code-read-and-send",
  title: "A file that opens the secrets of others sends nothing to strangers.",
  severity: "high",
  category: "exfiltration",
  confidence: "medium",
  hint: "Find out whether what is sent has to do with what is read. If not, keep the two apart.",
  check(context) {
    const report = codeOf(context);
    const told = new Set<string>();
    for (const send of report.sends) {
      const { file, origin } = send.place;
      if (origin !== "file" || told.has(file) || !isOutward(send)) continue;
      const read = secretRead(report, send.place);
      if (read === undefined || isFollowed(report, send.place)) continue;
      told.add(file);
      tell(context, send, {
        severity: "high",
        confidence: "medium",
        message: `The file reads \`${read.path}\` and sends to \`${send.host ?? "another machine"}\`.`,
      });
    }
    for (const surface of context.ask(surfacesOf))
      if (!told.has(surface.file)) tellSurface(context, report, surface);
  },
};

/** Names of keys that a library for remote logins is given. */
const LOGINS =
  /paramiko|fabric|key_filename|keyfile|identity|ssh2|asyncssh|net\/ssh|golang\.org\/x\/crypto\/ssh/i;

/** Both ends by the letters of the file alone. */
function tellSurface(context: ScanContext, report: CodeReport, surface: Surface): void {
  const { file, strangers, stores, isSending, isUnmodelled } = surface;
  const [stranger] = strangers;
  const [store] = stores;
  if (stranger === undefined || store === undefined || !isSending) return;
  if (!isUnmodelled && new Set(stores.map(({ path }) => path)).size < 2) return;
  if (LOGINS.test(context.fileAt(file)?.text ?? "")) return;
  const place = { file, span: stranger.span, origin: "file", language: "other" } as const;
  if (isFollowed(report, place)) return;
  tell(
    context,
    { place, decoding: [] },
    {
      severity: "high",
      confidence: "medium",
      message: `The file names \`${store.path}\` and sends to \`${stranger.host}\`.`,
    },
  );
}

/** Something of its own goes out, to somebody of whom nothing is known. */
function isOutward({ url, host, method, kind }: Send): boolean {
  const trust = receiverTrust(url, host);
  if (trust !== "ordinary" && trust !== "suspect") return false;
  return kind === "http" ? /^(?:POST|PUT|PATCH|SEND)$/.test(method) : kind !== "copy";
}

function secretRead({ reads }: CodeReport, place: Place): FileUse | undefined {
  const found = inSameFile(reads, place).filter(({ tool }) => !LOOKS.test(tool));
  const stores = found.filter(({ kind }) => kind === "cloud-credentials");
  const several = new Set(stores.map(({ path }) => path)).size > 1 ? stores[0] : undefined;
  return found.find(({ kind }) => KEPT.has(kind)) ?? several;
}

/** Then the way was seen, and is told by itself. */
function isFollowed({ sends }: CodeReport, place: Place): boolean {
  return inSameFile(sends, place).some(({ carried }) =>
    carried.some(({ source }) => isStore(source)),
  );
}
