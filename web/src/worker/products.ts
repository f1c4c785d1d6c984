/** The networks' products of matrices, in whole numbers: the same figures as NumPy's on a server. Doubles hold them exactly, in any order. */

const SCALE = 2048;
const MOST = 32768;

export interface Layer {
  rows: number;
  columns: number;
  weights: Int16Array;
  biases: Int32Array;
}

/** Read the layers: for each the weights, row by row, then the biases. */
export function layersOf(shapes: readonly number[], body: Uint8Array): Layer[] {
  const layers: Layer[] = [];
  let at = 0;
  for (let index = 0; index + 1 < shapes.length; index += 2) {
    const rows = shapes[index] ?? 0;
    const columns = shapes[index + 1] ?? 0;
    const long = rows * columns * 2;
    // copies: a typed array must begin at a multiple of its size
    const weights = new Int16Array(body.slice(at, at + long).buffer);
    const biases = new Int32Array(body.slice(at + long, at + long + columns * 4).buffer);
    at += long + columns * 4;
    layers.push({ rows, columns, weights, biases });
  }
  return layers;
}

/** Inputs times weights plus biases. Many inputs are 0: their rows cost nothing. */
function multiply(layer: Layer, inputs: Float64Array, count: number): Float64Array {
  const { rows, columns, weights, biases } = layer;
  const sums = new Float64Array(count * columns);
  for (let row = 0; row < count; row += 1) {
    const target = row * columns;
    for (let column = 0; column < columns; column += 1) sums[target + column] = biases[column] ?? 0;
    for (let index = 0; index < rows; index += 1) {
      const factor = inputs[row * rows + index] ?? 0;
      if (factor === 0) continue;
      const source = index * columns;
      for (let column = 0; column < columns; column += 1)
        sums[target + column] = (sums[target + column] ?? 0) + factor * (weights[source + column] ?? 0);
    }
  }
  return sums;
}

export function forward(layers: readonly Layer[], inputs: Float64Array, count: number): Float64Array {
  let values = inputs;
  layers.forEach((layer, depth) => {
    values = multiply(layer, values, count);
    if (depth === layers.length - 1) return;
    for (let at = 0; at < values.length; at += 1)
      values[at] = Math.min(MOST, Math.max(0, Math.floor((values[at] ?? 0) / SCALE)));
  });
  return values;
}

/** What Python hands over: an object of its own that lends its bytes. */
interface Lent {
  getBuffer: (kind?: string) => { data: Float64Array | Uint8Array; release: () => void };
  destroy?: () => void;
  toJs?: () => unknown;
}

/** Make the function that Python calls: it reads its inputs and writes its outputs in Python's own memory. */
export function products(
  shapes: { toJs: () => number[] },
  body: Lent,
): (inputs: Lent, outputs: Lent, count: number) => void {
  const bytes = body.getBuffer('u8');
  const layers = layersOf(shapes.toJs(), (bytes.data as Uint8Array).slice());
  bytes.release();
  return (inputs, outputs, count) => {
    const source = inputs.getBuffer();
    const target = outputs.getBuffer();
    (target.data as Float64Array).set(forward(layers, source.data as Float64Array, count));
    source.release();
    target.release();
  };
}
