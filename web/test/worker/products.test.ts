/** The networks' products in the page are those of exact whole numbers, which NumPy's are too (tests/bots). */
import { describe, expect, it } from 'vitest';
import { forward, layersOf } from '../../src/worker/products';

/** Whole numbers that repeat from run to run, up to a bound. */
function numbers(seed: number, bound: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state % (2 * bound + 1)) - bound;
  };
}

function bytesOf(shapes: readonly number[], draw: () => number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < shapes.length; at += 2) {
    const [rows = 0, columns = 0] = [shapes[at], shapes[at + 1]];
    parts.push(new Uint8Array(Int16Array.from({ length: rows * columns }, draw).buffer));
    parts.push(new Uint8Array(Int32Array.from({ length: columns }, () => draw() * 30000).buffer));
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const floored = (sum: bigint): bigint => (sum - (((sum % 2048n) + 2048n) % 2048n)) / 2048n;

function exact(shapes: readonly number[], body: Uint8Array, inputs: readonly number[], count: number): number[] {
  const layers = layersOf(shapes, body);
  let values = inputs.map((value) => BigInt(value));
  layers.forEach((layer, depth) => {
    const next: bigint[] = [];
    for (let row = 0; row < count; row += 1)
      for (let column = 0; column < layer.columns; column += 1) {
        let sum = BigInt(layer.biases[column] ?? 0);
        for (let index = 0; index < layer.rows; index += 1)
          sum += (values[row * layer.rows + index] ?? 0n) * BigInt(layer.weights[index * layer.columns + column] ?? 0);
        const cut = floored(sum);
        next.push(depth === layers.length - 1 ? sum : cut < 0n ? 0n : cut > 32768n ? 32768n : cut);
      }
    values = next;
  });
  return values.map(Number);
}

describe('the products of matrices', () => {
  it.each([
    [[7, 5, 5, 2], 1],
    [[60, 32, 32, 16, 16, 1], 9],
    [[3, 1], 4],
  ])('are those of exact whole numbers: %j, %i rows', (shapes, count) => {
    const body = bytesOf(shapes, numbers(7, 32767));
    const draw = numbers(11, 32768);
    const inputs = Array.from({ length: count * (shapes[0] ?? 0) }, draw);
    expect([...forward(layersOf(shapes, body), Float64Array.from(inputs), count)]).toEqual(
      exact(shapes, body, inputs, count),
    );
  });
});
