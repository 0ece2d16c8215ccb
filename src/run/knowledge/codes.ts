/** Vectors as they are stored, and their signs, by which the nearest of very many are found before any is compared. */

/** One bit for each number: whether it is above zero. */
export function toCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(Math.ceil(vector.length / 8));
  for (const [at, value] of vector.entries())
    if (value > 0) code[at >>> 3] = (code[at >>> 3] ?? 0) | (1 << (at & 7));
  return code;
}

/** A copy, since the bytes need not begin where numbers may. */
export function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(Float32Array.from(vector).buffer);
}

/** From -1 to 1; 0 for vectors of different lengths. */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let product = 0;
  let lengthOne = 0;
  let lengthOther = 0;
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    product += a * b;
    lengthOne += a * a;
    lengthOther += b * b;
  }
  return lengthOne === 0 || lengthOther === 0 ? 0 : product / Math.sqrt(lengthOne * lengthOther);
}

/** Bytes of a code among others in one block, where each begins at a number of 32 bits. */
export function codeStride(code: Uint8Array): number {
  return Math.ceil(code.length / 4) * 4;
}

/** The codes of vectors of one length, one after the other. */
export function packCodes(vectors: readonly Float32Array[]): Uint8Array {
  const codes = vectors.map(toCode);
  const stride = codes[0] === undefined ? 0 : codeStride(codes[0]);
  const block = new Uint8Array(stride * codes.length);
  for (const [at, code] of codes.entries()) block.set(code.subarray(0, stride), at * stride);
  return block;
}
