/**
 * Unpacks DEFLATE (RFC 1951) up to a limit. The scanner runs where no module of Node is, and must stop a bomb
 * while it unpacks, so it has its own small reader; its time is bounded by the bits it reads and the bytes it gives.
 */
export interface Inflated {
  readonly bytes: Uint8Array;
  /** `whole`, or why it ended before. */
  readonly end: "whole" | "limit" | "damaged";
  /** How many packed bytes were read. */
  readonly consumed: number;
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const LENGTH_EXTRA = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;

class Damage extends Error {}
class LimitReached extends Error {}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  read(need: number): number {
    while (this.#count < need) {
      if (this.#at >= this.#bytes.length) throw new Damage();
      this.#bits |= (this.#bytes[this.#at++] as number) << this.#count;
      this.#count += 8;
    }
    const value = this.#bits & ((1 << need) - 1);
    this.#bits >>>= need;
    this.#count -= need;
    return value;
  }

  /** Drops what is left of the byte, and takes whole bytes. */
  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Damage();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  align(): void {
    this.#bits = 0;
    this.#count = 0;
  }
}

class Output {
  readonly #limit: number;
  #bytes = new Uint8Array(4096);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  push(byte: number): void {
    if (this.#length >= this.#limit) throw new LimitReached();
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  copy(distance: number, length: number): void {
    if (distance > this.#length) throw new Damage();
    for (let count = 0; count < length; count++)
      this.push(this.#bytes[this.#length - distance] as number);
  }

  #grow(): void {
    const larger = new Uint8Array(Math.min(this.#limit, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** A canonical code: how many codes of each length there are, and the symbols in order. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codeOf(lengths: readonly number[]): Code {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length++)
    offsets[length + 1] = (offsets[length] as number) + (counts[length] as number);
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    symbols[offsets[length] as number] = symbol;
    offsets[length] = (offsets[length] as number) + 1;
  });
  return { counts, symbols };
}

function decode(reader: BitReader, { counts, symbols }: Code): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST_CODE; length++) {
    code |= reader.read(1);
    const count = counts[length] as number;
    if (code - count < first) return symbols[index + (code - first)] as number;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new Damage();
}

const FIXED_LENGTHS: readonly number[] = Array.from({ length: 288 }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
);
const FIXED_DISTANCES: readonly number[] = Array.from({ length: 30 }, () => 5);

function readCodes(reader: BitReader): readonly [Code, Code] {
  const lengthCount = reader.read(5) + 257;
  const distanceCount = reader.read(5) + 1;
  const codeCount = reader.read(4) + 4;
  const codeLengths = Array.from({ length: 19 }, () => 0);
  for (let index = 0; index < codeCount; index++)
    codeLengths[CODE_ORDER[index] as number] = reader.read(3);
  const code = codeOf(codeLengths);
  const lengths: number[] = [];
  while (lengths.length < lengthCount + distanceCount) {
    const symbol = decode(reader, code);
    if (symbol < 16) lengths.push(symbol);
    else {
      const [value, times] = repetition(reader, symbol, lengths.at(-1));
      for (let count = 0; count < times; count++) lengths.push(value);
    }
  }
  return [codeOf(lengths.slice(0, lengthCount)), codeOf(lengths.slice(lengthCount))];
}

function repetition(
  reader: BitReader,
  symbol: number,
  last: number | undefined,
): readonly [value: number, times: number] {
  if (symbol === 16) {
    if (last === undefined) throw new Damage();
    return [last, 3 + reader.read(2)];
  }
  return symbol === 17 ? [0, 3 + reader.read(3)] : [0, 11 + reader.read(7)];
}

function readPacked(reader: BitReader, output: Output, lengths: Code, distances: Code): void {
  for (;;) {
    const symbol = decode(reader, lengths);
    if (symbol === 256) return;
    if (symbol < 256) {
      output.push(symbol);
      continue;
    }
    const base = LENGTH_BASE[symbol - 257];
    if (base === undefined) throw new Damage();
    const length = base + reader.read(LENGTH_EXTRA[symbol - 257] as number);
    const distanceSymbol = decode(reader, distances);
    const distance = DISTANCE_BASE[distanceSymbol];
    if (distance === undefined) throw new Damage();
    output.copy(distance + reader.read(DISTANCE_EXTRA[distanceSymbol] as number), length);
  }
}

function readStored(reader: BitReader, output: Output): void {
  reader.align();
  const header = reader.take(4);
  const length = (header[0] as number) | ((header[1] as number) << 8);
  for (const byte of reader.take(length)) output.push(byte);
}

function readBlocks(reader: BitReader, output: Output): void {
  let isLast = false;
  while (!isLast) {
    isLast = reader.read(1) === 1;
    const type = reader.read(2);
    if (type === 0) readStored(reader, output);
    else if (type === 1) readPacked(reader, output, codeOf(FIXED_LENGTHS), codeOf(FIXED_DISTANCES));
    else if (type === 2) readPacked(reader, output, ...readCodes(reader));
    else throw new Damage();
  }
}

export function inflate(packed: Uint8Array, limit: number): Inflated {
  const reader = new BitReader(packed);
  const output = new Output(limit);
  let end: Inflated["end"] = "whole";
  try {
    readBlocks(reader, output);
  } catch (error) {
    if (error instanceof LimitReached) end = "limit";
    else if (error instanceof Damage) end = "damaged";
    else throw error;
  }
  return { bytes: output.written, end, consumed: reader.position };
}
