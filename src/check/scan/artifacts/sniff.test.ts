import { describe, expect, it } from "vitest";
import type { ArtifactKind } from "./kinds.ts";
import { sniff } from "./sniff.ts";

function bytesOf(text: string, length = 0): Uint8Array {
  const bytes = new Uint8Array(Math.max(text.length, length));
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

describe("sniff", () => {
  it.each<readonly [ArtifactKind, Uint8Array]>([
    ["elf", bytesOf("\u007fELF\u0002\u0001\u0001", 64)],
    ["pe", bytesOf(`MZ${"\0".repeat(58)}\u0040\0\0\0PE\0\0`)],
    ["mach-o", bytesOf("\u00cf\u00fa\u00ed\u00fe", 40)],
    ["mach-o", bytesOf("\u00ca\u00fe\u00ba\u00be\0\0\0\u0002", 40)],
    ["java-class", bytesOf("\u00ca\u00fe\u00ba\u00be\0\0\0\u0041", 40)],
    ["wasm", bytesOf("\0asm\u0001\0\0\0")],
    ["python-bytecode", bytesOf("\u00a7\u000d\r\n", 40)],
    ["zip", bytesOf("PK\u0003\u0004", 40)],
    ["gzip", bytesOf("\u001f\u008b\u0008", 40)],
    ["7z", bytesOf("7z\u00bc\u00af\u0027\u001c", 40)],
    ["rar", bytesOf("Rar!\u001a\u0007\u0001\0", 40)],
    ["ole", bytesOf("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", 512)],
    ["windows-shortcut", bytesOf("L\0\0\0\u0001\u0014\u0002\0", 80)],
    ["pdf", bytesOf("%PDF-1.7\n")],
    ["pdf", bytesOf("\0\u0001junk%PDF-1.7\n")],
    ["png", bytesOf("\u0089PNG\r\n\u001a\n", 40)],
    ["empty", bytesOf("")],
    ["unknown", bytesOf("\u0001\u0002\0\u0003", 40)],
    ["text", bytesOf("#!/bin/sh\necho hello\n")],
    ["text", bytesOf("MZ is a country code, and %PDF- a mark.")],
    ["text", bytesOf("\u00ff\u00feh\0i\0")],
  ])("tells %s by its bytes", (kind, bytes) => {
    expect(sniff(bytes)).toBe(kind);
  });

  it("knows a tar archive with and without the mark", () => {
    const header = bytesOf("notes.txt", 1024);
    let sum = 8 * 32;
    for (const byte of header.subarray(0, 512)) sum += byte;
    header.set(bytesOf(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
    expect(sniff(header)).toBe("tar");
    expect(sniff(bytesOf("notes.txt", 1024))).toBe("unknown");
  });
});
