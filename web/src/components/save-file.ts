/** Gives a text to the browser as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[^\p{L}\p{N}. _-]+/gu, "-");
  link.click();
  // Some browsers begin to read it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
