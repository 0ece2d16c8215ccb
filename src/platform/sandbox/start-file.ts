/**
 * The file in the sandbox that gives a program its variables. It runs after rights were dropped, so that no variable
 * is ever seen by a program that still has some, and none is an argument that could be taken for another one.
 *
 * It is a whole program of a few instructions, made for each run with the variables as its data: it turns into the
 * program that its arguments name. No shell and no interpreter could do that without being there for the skill too.
 */
import { variableProblem } from "../variable-names.ts";
import { failure } from "../failure.ts";
import { sandboxCodes } from "./diagnostics.ts";

type Variables = Readonly<Record<string, string>>;

const BASE = 0x400000;
const HEADERS = 64 + 56;
/** What the kernel takes for one variable, on machines with the smallest pages. */
const MOST_BYTES = 128 * 1024;
/** Together with the arguments, a part of what the kernel takes. */
const MOST_BYTES_TOGETHER = 1024 * 1024;

const COMPLAINT = Buffer.from("The program could not be started in the sandbox.\n");

interface Architecture {
  /** Its number in `elf.h`. */
  readonly machine: number;
  /** `execve(argv[1], argv + 1, variables)`, and the complaint with exit code 126 if that returns. */
  readonly code: (variables: number, complaint: number) => Buffer;
}

const ARCHITECTURES: { readonly [name: string]: Architecture } = {
  x64: {
    machine: 62,
    code: (variables, complaint) =>
      Buffer.concat([
        bytes("488b7c2410"), // mov rdi, [rsp + 16]
        bytes("488d742410"), // lea rsi, [rsp + 16]
        bytes("ba"), // mov edx, variables
        word(variables),
        bytes("b83b000000 0f05"), // mov eax, 59 (execve); syscall
        bytes("bf02000000"), // mov edi, 2
        bytes("be"), // mov esi, complaint
        word(complaint),
        bytes("ba"), // mov edx, length
        word(COMPLAINT.length),
        bytes("b801000000 0f05"), // mov eax, 1 (write); syscall
        bytes("bf7e000000"), // mov edi, 126
        bytes("b8e7000000 0f05"), // mov eax, 231 (exit_group); syscall
      ]),
  },
  arm64: {
    machine: 183,
    code: (variables, complaint) =>
      Buffer.concat(
        [
          0xf9400be0, // ldr x0, [sp, #16]
          0x910043e1, // add x1, sp, #16
          0xd2800002 | ((variables & 0xffff) << 5), // movz x2, low half
          0xf2a00002 | ((variables >>> 16) << 5), // movk x2, high half, lsl #16
          0xd2800008 | (221 << 5), // mov x8, 221 (execve)
          0xd4000001, // svc #0
          0xd2800000 | (2 << 5), // mov x0, 2
          0xd2800001 | ((complaint & 0xffff) << 5), // movz x1, low half
          0xf2a00001 | ((complaint >>> 16) << 5), // movk x1, high half, lsl #16
          0xd2800002 | (COMPLAINT.length << 5), // mov x2, length
          0xd2800008 | (64 << 5), // mov x8, 64 (write)
          0xd4000001, // svc #0
          0xd2800000 | (126 << 5), // mov x0, 126
          0xd2800008 | (94 << 5), // mov x8, 94 (exit_group)
          0xd4000001, // svc #0
        ].map(word),
      ),
  },
};

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(" ", ""), "hex");
}

function word(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

function wide(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

/** Throws for a variable that may not be set from outside, or that no program can be given. */
export function requireVariables(variables: Variables): void {
  let together = 0;
  for (const [name, value] of Object.entries(variables)) {
    const size = Buffer.byteLength(`${name}=${value}\0`);
    together += size;
    const why =
      variableProblem(name, value) ??
      (size > MOST_BYTES ? `has ${size} bytes, and a system takes ${MOST_BYTES}` : undefined);
    if (why !== undefined)
      throw failure(
        sandboxCodes.badValue,
        `Variable \`${JSON.stringify(name).slice(1, -1)}\` is refused: it ${why}.`,
        { hint: "Rename it, or hand the value over in a file or on standard input." },
      );
  }
  if (together > MOST_BYTES_TOGETHER)
    throw failure(
      sandboxCodes.badValue,
      `The variables have ${together} bytes together, and ${MOST_BYTES_TOGETHER} are taken.`,
      { hint: "Hand large values over in a file or on standard input." },
    );
}

/** The file for an architecture as Node names it; undefined where none is known. */
export function startFile(architecture: string, variables: Variables): Buffer | undefined {
  const known = Object.hasOwn(ARCHITECTURES, architecture)
    ? ARCHITECTURES[architecture]
    : undefined;
  if (known === undefined) return undefined;
  const { machine, code } = known;
  const complaint = BASE + HEADERS + code(0, 0).length;
  const list = Math.ceil((complaint + COMPLAINT.length) / 8) * 8;
  const texts = Object.entries(variables).map(([name, value]) => Buffer.from(`${name}=${value}\0`));
  let at = list + (texts.length + 1) * 8;
  const pointers = texts.map((text) => {
    at += text.length;
    return wide(at - text.length);
  });
  const content = [
    code(list, complaint),
    COMPLAINT,
    Buffer.alloc(list - complaint - COMPLAINT.length),
    ...pointers,
    wide(0),
    ...texts,
  ];
  return Buffer.concat([...headers(machine, at - BASE), ...content]);
}

/** The header of an ELF file, and its one segment: the whole of it, to be read and run. */
function headers(machine: number, size: number): readonly Buffer[] {
  const segment = [word(1), word(5), wide(0), wide(BASE), wide(BASE), wide(size), wide(size)];
  return [
    bytes("7f454c46 02010100 0000000000000000"),
    bytes("0200"),
    word(machine).subarray(0, 2),
    word(1),
    wide(BASE + HEADERS),
    wide(64),
    wide(0),
    word(0),
    bytes("4000 3800 0100 4000 0000 0000"),
    ...segment,
    wide(0x10000),
  ];
}
