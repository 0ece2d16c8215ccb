/** Where texts stand to each other: by their words, or by vectors of an embedding model. */
import { toWords, weighWords, type WordVector } from "./words.ts";

/** Several texts taken together. */
export interface Group {
  /** How alike a text is to all of them; to the others, where it is one of them. */
  readonly compare: (text: number) => number;
}

export interface Space {
  readonly kind: "words" | "meaning";
  /** How alike two texts are, from their positions in the list. */
  readonly compare: (a: number, b: number) => number;
  readonly group: (texts: readonly number[]) => Group;
  /** Whether two texts have enough in common to speak of at all. */
  readonly share: (a: number, b: number) => boolean;
}

/** Two words that both texts have are the least that a person would see as a likeness. */
const SHARED_WORDS = 2;

export function wordSpace(texts: readonly string[]): Space {
  const vectors = weighWords(texts.map(toWords));
  const at = (index: number): WordVector => vectors[index] ?? new Map<string, number>();
  return {
    kind: "words",
    compare: (a, b) => dotWords(at(a), at(b)),
    group: (members) => {
      const sum = new Map<string, number>();
      const add = (index: number, sign: number): void => {
        for (const [stem, weight] of at(index)) sum.set(stem, (sum.get(stem) ?? 0) + sign * weight);
      };
      for (const member of members) add(member, 1);
      const length = vectorLength(sum) || 1;
      const inside = new Set(members);
      return {
        compare: (text) => {
          if (!inside.has(text)) return dotWords(at(text), sum) / length;
          add(text, -1);
          const value = dotWords(at(text), sum) / (vectorLength(sum) || 1);
          add(text, 1);
          return Math.max(0, value);
        },
      };
    },
    share: (a, b) => {
      const small = at(a);
      const large = at(b);
      const shared = [...small.keys()].filter((stem) => large.has(stem)).length;
      return shared >= Math.min(SHARED_WORDS, small.size, large.size);
    },
  };
}

function dotWords(a: WordVector, b: WordVector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [stem, weight] of small) sum += weight * (large.get(stem) ?? 0);
  return sum;
}

function vectorLength(vector: WordVector): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** Vectors of one model, one for each text. */
export function meaningSpace(vectors: readonly Float32Array[]): Space {
  const unit = vectors.map(normalized);
  const at = (index: number): Float32Array => unit[index] ?? new Float32Array();
  return {
    kind: "meaning",
    compare: (a, b) => dot(at(a), at(b)),
    group: (members) => {
      const sum = new Float32Array(unit[0]?.length ?? 0);
      for (const member of members) addTo(sum, at(member), 1);
      const whole = normalized(sum);
      const inside = new Set(members);
      return {
        compare: (text) => {
          if (!inside.has(text)) return dot(at(text), whole);
          const rest = sum.slice();
          addTo(rest, at(text), -1);
          return dot(at(text), normalized(rest));
        },
      };
    },
    share: () => true,
  };
}

function addTo(sum: Float32Array, vector: Float32Array, sign: number): void {
  for (let index = 0; index < sum.length; index += 1)
    sum[index] = (sum[index] ?? 0) + sign * (vector[index] ?? 0);
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
