/** Files that were dropped, with those of folders, whose paths a browser gives through entries alone. */
const MOST_FILES = 300;

export async function readDropped(data: DataTransfer): Promise<readonly File[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...data.files];
  const files: File[] = [];
  for (const entry of entries) await readInto(files, entry);
  return files;
}

async function readInto(files: File[], entry: FileSystemEntry): Promise<void> {
  if (files.length >= MOST_FILES || entry.name.startsWith(".")) return;
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((settle, fail) => entry.file(settle, fail));
    // As for a folder that was chosen by the dialog of the machine.
    Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.slice(1) });
    files.push(file);
    return;
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return;
  const reader = entry.createReader();
  // A reader gives a part at a time, and nothing at its end.
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((settle, fail) =>
      reader.readEntries(settle, fail),
    );
    if (part.length === 0) return;
    for (const inner of part) await readInto(files, inner);
  }
}
