/** Programs that hand files or their input to another machine. */
import type { Engine } from "./engine.ts";
import type { Started } from "./programs-started.ts";
import { send } from "./sending.ts";
import type { Value } from "./value.ts";
import { joined, known, mergeSources, shapeOf, shownOf, unknown } from "./value.ts";

type Program = (started: Started, engine: Engine) => Value;

/** Places that a copy leads to: another machine, or a bucket. */
const PLACE = /^[\w.@…-]+:(?!\\)|^(?:s3|gs|ftp|ftps|sftp|b2|az):\/\/|^https?:\/\//;
/** Words that say what to do. */
const VERB =
  /^(?:s3|s3api|cp|copy|sync|mv|move|put|put-object|storage|blob|upload|upload-batch|copyto|rcat|mirror)$/;
/** Options of which the value does not travel: the key of `-i` opens the way. */
const VALUED =
  /^-[iFPoceJlpbm]$|^--(?:profile|region|endpoint-url|config|exclude|include|rsh|acl|storage-class|account-name|account-key|container-name|name|connection-string|sas-token)$/;
/** Options that name what travels. */
const FILE = /^--(?:file|source|body|filename)$/;

/** `scp file host:`, `rsync`, copies to the cloud. */
export const copying: Program = ({ name, words, input, place }, engine) => {
  const target = words.find((word) => PLACE.test(shapeOf(word) ?? ""));
  const files = words.filter((word, index) => {
    const before = shapeOf(words[index - 1]) ?? "";
    const shape = shapeOf(word) ?? "-";
    if (FILE.test(before)) return true;
    return word !== target && !VALUED.test(before) && !shape.startsWith("-") && !VERB.test(shape);
  });
  const isUp = target === undefined || words.indexOf(target) > words.indexOf(files[0] ?? target);
  const isUpload = words.some((word) =>
    /^(?:upload|upload-batch|put-object|put)$/.test(shapeOf(word) ?? ""),
  );
  if (!isUp || (target === undefined && !isUpload)) return unknown();
  const body = files
    .filter((file) => file.text !== "-")
    .map((file) => engine.readFile(file, name, place));
  const url = target === undefined ? undefined : known(placeOf(shownOf(target)));
  return send(
    { tool: name, kind: "copy", method: "PUT", url, place, body: [...body, input] },
    engine,
  );
};

/** A bucket is a host of its own; the rest is the way of `ssh`. */
function placeOf(target: string): string {
  const bucket = /^(?:s3|gs|b2|az):\/\/([^/]*)/.exec(target)?.[1];
  if (bucket !== undefined)
    return bucket.includes("…") ? "s3://…" : `https://${bucket}.bucket.amazonaws.com/`;
  return target.replace(/^(?:[^@]*@)?([^:/]+):(?!\/\/)/, "ssh://$1/");
}

/** `ssh host 'cat > file' < secret`: what comes in goes there. */
export const remoteShell: Program = ({ name, words, input, place }, engine) => {
  const host = words.find((word, index) => {
    const before = shapeOf(words[index - 1]) ?? "";
    return !/^-[iFpoLRDJlbcmEw]$/.test(before) && !(shapeOf(word) ?? "-").startsWith("-");
  });
  const after = host === undefined ? [] : words.slice(words.indexOf(host) + 1);
  const url =
    host === undefined ? undefined : known(`ssh://${shownOf(host).replace(/^[^@]*@/, "")}/`);
  send({ tool: name, kind: "copy", method: "PUT", url, place, body: [input, ...after] }, engine);
  return unknown();
};

/** `mail -s subject -a file address < text` and its kin. */
export const mailing: Program = ({ name, words, input, place }, engine) => {
  const address = words.find((word) => /^[^\s@]+@[\w…-]+(?:\.[\w…-]+)+$/.test(shapeOf(word) ?? ""));
  const attached = words.flatMap((word, index) => {
    const before = shapeOf(words[index - 1]) ?? "";
    if (!/^(?:-[aA]|--attach\S*|--body|--data|-b)$/.test(before)) return [];
    const shape = (shapeOf(word) ?? "").replace(/^@/, "");
    return [word, engine.readFile({ ...word, text: shape }, name, place)];
  });
  const domain = shownOf(address ?? unknown()).replace(/^.*@/, "");
  const url = address === undefined ? undefined : known(`mailto://${domain}`);
  return send(
    { tool: name, kind: "mail", method: "SEND", url, place, body: [input, ...attached, ...words] },
    engine,
  );
};

/** `croc send file`: whoever has the code gets it. */
export const dropping: Program = ({ name, words, input, place }, engine) => {
  if (!words.some((word) => /^(?:send|upload|put|share)$/.test(shapeOf(word) ?? "")))
    return unknown();
  const body = words.slice(1).map((word) => engine.readFile(word, name, place));
  return send(
    { tool: name, kind: "copy", method: "PUT", url: undefined, place, body: [...body, input] },
    engine,
  );
};

/** What `gh` publishes: gists, texts of issues, files of releases. */
export const publishing: Program = ({ name, words, input, place }, engine) => {
  const line = words.map(shownOf).join(" ");
  const isFiles = /^(?:gist create|release (?:create|upload)|snippet create)\b/.test(line);
  const isText = /^(?:issue|pr|mr|api|discussion)\b/.test(line);
  if (!isFiles && !isText) return unknown(mergeSources([input]));
  const texts = words.filter((_, index) =>
    /^(?:-b|--body|-f|-F|--field|--raw-field|--input|--body-file|-d|--notes|-n)$/.test(
      shapeOf(words[index - 1]) ?? "",
    ),
  );
  const named = isFiles
    ? words.slice(2).filter((word) => /[./~*]/.test(shapeOf(word) ?? ""))
    : texts.filter((word) => /^(?:\w+=)?@/.test(shapeOf(word) ?? ""));
  const files = named.map((word) =>
    engine.readFile(known(shownOf(word).replace(/^(?:\w+=)?@/, "")), name, place),
  );
  const url = known(name === "glab" ? "https://gitlab.com/" : "https://api.github.com/");
  return send(
    { tool: name, method: "POST", url, place, body: [...texts, ...files, input] },
    engine,
  );
};

/** `git push` to an address that the skill itself names carries what the skill has put into the folder. */
export const versioning: Program = ({ words, place }, engine) => {
  const shapes = words.map(shownOf);
  const verb = shapes.find((shape) => !shape.startsWith("-")) ?? "";
  if (verb === "remote") {
    const url = words.find((word) =>
      /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(shownOf(word)),
    );
    const at = shapes.findIndex((shape) => shape === "add" || shape === "set-url");
    if (url !== undefined && at >= 0)
      engine.remember(`git remote ${remoteName(shapes.slice(at + 1))}`, url);
  }
  if (verb !== "push") return unknown();
  const target = words
    .slice(shapes.indexOf("push") + 1)
    .find((word) => !shownOf(word).startsWith("-"));
  const address = /:\/\/|@[\w.-]{0,100}:/.test(shownOf(target ?? known("")))
    ? target
    : engine.recall(`git remote ${shownOf(target ?? known("origin"))}`);
  if (address === undefined) return unknown();
  const url = known(shownOf(address).replace(/^(?:[^@/]*@)?([\w.-]+):(?!\/\/)/, "ssh://$1/"));
  const isWhole = shapes.some((shape) => /^--(?:mirror|all)$/.test(shape));
  const whole = isWhole ? engine.source("personal-files", "~/repository", place) : undefined;
  return send(
    { tool: "git push", kind: "copy", method: "PUT", url, place, body: [engine.keptHere(), whole] },
    engine,
  );
};

function remoteName(words: readonly string[]): string {
  return words.find((word) => !word.startsWith("-")) ?? "";
}

/** `openssl s_client -connect host:port` with an input is a socket. */
export const secureSocket: Program = ({ name, words, input, place }, engine) => {
  const at = words.findIndex((word) => /^-connect$/.test(shapeOf(word) ?? ""));
  const url = joined([words[at + 1] ?? known("")]);
  return send({ tool: name, kind: "socket", method: "SEND", url, place, body: [input] }, engine);
};
