/** More than one in so many: bits take less room than a set, in which each takes 24 bytes. */
const DENSE = 192;
const ZERO = 48;

/** Numbers of skills: a plain set while there are few of them, bits when there are many. */
export class NumberSet {
  #few: Set<number> | undefined = new Set();
  #bits: Uint32Array = new Uint32Array(0);
  #size = 0;
  readonly #capacity: () => number;

  /** `capacity` is the greatest number that there is, which may grow. */
  constructor(capacity: () => number, numbers: Iterable<number> = []) {
    this.#capacity = capacity;
    for (const number of numbers) this.add(number);
  }

  get size(): number {
    return this.#size;
  }

  /** About the bytes that it takes, with what keeps it. */
  get bytes(): number {
    return 800 + (this.#few === undefined ? this.#bits.byteLength : 24 * this.#size);
  }

  has(number: number): boolean {
    return this.#few === undefined ? hasBit(this.#bits, number) : this.#few.has(number);
  }

  add(number: number): void {
    if (this.has(number)) return;
    this.#size += 1;
    if (this.#few !== undefined) {
      this.#few.add(number);
      if (this.#size > 64 && this.#size * DENSE > this.#capacity()) this.#toBits();
      return;
    }
    if (number >>> 5 >= this.#bits.length) this.#grow(number);
    setBit(this.#bits, number);
  }

  /** Adds numbers that are written with commas between. */
  addAll(text: string): void {
    let number = 0;
    for (let at = 0; at < text.length; at += 1) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit >= 0) number = number * 10 + digit;
      else {
        this.add(number);
        number = 0;
      }
    }
    if (text !== "") this.add(number);
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.#size -= 1;
    if (this.#few !== undefined) this.#few.delete(number);
    else this.#bits[number >>> 5] = (this.#bits[number >>> 5] ?? 0) & ~(1 << (number & 31));
  }

  #writeTo(into: Uint32Array): void {
    let count = 0;
    if (this.#few !== undefined) {
      for (const number of this.#few) {
        into[count] = number;
        count += 1;
      }
      return;
    }
    const bits = this.#bits;
    for (let at = 0; at < bits.length; at += 1)
      for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) {
        into[count] = (at << 5) + 31 - Math.clz32(word & -word);
        count += 1;
      }
  }

  list(): Uint32Array {
    const numbers = new Uint32Array(this.#size);
    this.#writeTo(numbers);
    return numbers;
  }

  /** Sets the bits of all numbers. */
  addTo(bits: Uint32Array): void {
    if (this.#few === undefined) {
      const own = this.#bits;
      for (let at = 0; at < own.length; at += 1) bits[at] = (bits[at] ?? 0) | (own[at] ?? 0);
      return;
    }
    for (const number of this.#few) setBit(bits, number);
  }

  /** How many of the numbers have their bit set. */
  countIn(bits: Uint32Array): number {
    let count = 0;
    if (this.#few === undefined) {
      const own = this.#bits;
      const end = Math.min(own.length, bits.length);
      for (let at = 0; at < end; at += 1) count += countBits((own[at] ?? 0) & (bits[at] ?? 0));
      return count;
    }
    for (const number of this.#few) if (hasBit(bits, number)) count += 1;
    return count;
  }

  #toBits(): void {
    const few = this.#few ?? [];
    this.#few = undefined;
    this.#grow(this.#capacity());
    for (const number of few) {
      if (number >>> 5 >= this.#bits.length) this.#grow(number);
      setBit(this.#bits, number);
    }
  }

  #grow(number: number): void {
    const bits = new Uint32Array(wordsFor(Math.max(number, this.#capacity())) + 32);
    bits.set(this.#bits);
    this.#bits = bits;
  }
}

/** So many words of 32 bits hold the bits up to this number. */
export function wordsFor(number: number): number {
  return (number >>> 5) + 1;
}

export function hasBit(bits: Uint32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
}

export function countBits(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  rest = (rest + (rest >>> 4)) & 0x0f0f0f0f;
  return Math.imul(rest, 0x01010101) >>> 24;
}

/** How many bits are set. */
export function countAll(bits: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += countBits(bits[at] ?? 0);
  return count;
}

/** The numbers whose bits are set, lowest first. */
export function listBits(bits: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(countAll(bits));
  let next = 0;
  for (let at = 0; at < bits.length; at += 1)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) {
      numbers[next] = (at << 5) + 31 - Math.clz32(word & -word);
      next += 1;
    }
  return numbers;
}

export function setBit(bits: Uint32Array, number: number): void {
  bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
}

/** Clears the bits that are not set in the other. */
export function keepBits(bits: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0);
}
