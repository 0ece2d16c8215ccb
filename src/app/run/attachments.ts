/** Files of this machine that go to a model with a question. */
import { failure, lastPart, readBytes, reasonOf, resolvePath } from "../../platform/index.ts";
import { type AttachedFile, attachFiles } from "../../run/models/index.ts";

export const attachField = {
  attach: {
    kind: "file",
    many: true,
    isVerbatim: true,
    placeholder: "FILE",
    doc: "Picture, PDF or text that the model is to look at.",
  },
} as const;

export function readAttachments(folder: string, paths: readonly string[]): readonly AttachedFile[] {
  return attachFiles(
    paths.map((file) => {
      try {
        return { name: lastPart(file), bytes: readBytes(resolvePath(folder, file)) };
      } catch (error) {
        throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
          file,
          cause: error,
        });
      }
    }),
  );
}

/** As they are sent to a server. */
export function toSentFiles(files: readonly AttachedFile[]): {
  readonly files?: { readonly name: string; readonly data: string }[];
} {
  if (files.length === 0) return {};
  const sent = files.map(({ name, bytes }) => ({
    name,
    data: Buffer.from(bytes).toString("base64"),
  }));
  return { files: sent };
}
