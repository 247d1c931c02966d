/** A matrix, row by row. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly values: Float64Array
}

export const matrix = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  values: new Float64Array(rows * columns),
})

export const rowOf = ({ columns, values }: Matrix, row: number): Float64Array =>
  values.subarray(row * columns, (row + 1) * columns)

/** One matrix times another. */
export function times(one: Matrix, other: Matrix): Matrix {
  const result = matrix(one.rows, other.columns)
  for (let row = 0; row < one.rows; row += 1) {
    const target = rowOf(result, row)
    const factors = rowOf(one, row)
    for (let inner = 0; inner < one.columns; inner += 1) {
      const factor = factors[inner] ?? 0
      if (factor === 0) continue
      const source = rowOf(other, inner)
      for (let at = 0; at < target.length; at += 1)
        target[at] = (target[at] ?? 0) + factor * (source[at] ?? 0)
    }
  }
  return result
}

export function transposed({ rows, columns, values }: Matrix): Matrix {
  const result = matrix(columns, rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      result.values[column * rows + row] = values[row * columns + column] ?? 0
  return result
}

/** The mean of the rows. */
export function meanOf(all: Matrix): Float64Array {
  const mean = new Float64Array(all.columns)
  for (let row = 0; row < all.rows; row += 1)
    for (const [at, value] of rowOf(all, row).entries()) mean[at] = (mean[at] ?? 0) + value / all.rows
  return mean
}

/** The rows less a vector. */
export function less(all: Matrix, vector: Float64Array): Matrix {
  const values = all.values.map((value, at) => value - (vector[at % all.columns] ?? 0))
  return { ...all, values }
}

/** The mean product of each pair of columns. */
export function covariance(all: Matrix): Matrix {
  const result = times(transposed(all), all)
  return { ...result, values: result.values.map((value) => value / all.rows) }
}

/** The eigenvalues of a symmetric matrix, largest first, and the vectors as rows (Jacobi's method). */
export function eigen(symmetric: Matrix): { values: Float64Array; vectors: Matrix } {
  const size = symmetric.rows
  const a = symmetric.values.slice()
  const v = new Float64Array(size * size)
  for (let at = 0; at < size; at += 1) v[at * size + at] = 1
  const rotate = (target: Float64Array, one: number, other: number, cosine: number, sine: number) => {
    const [x, y] = [target[one] ?? 0, target[other] ?? 0]
    target[one] = cosine * x - sine * y
    target[other] = sine * x + cosine * y
  }
  for (let sweep = 0; sweep < 40; sweep += 1) {
    let off = 0
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) {
        const value = a[p * size + q] ?? 0
        off += value * value
        if (Math.abs(value) < 1e-14) continue
        const theta = ((a[q * size + q] ?? 0) - (a[p * size + p] ?? 0)) / (2 * value)
        const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const cosine = 1 / Math.sqrt(tangent * tangent + 1)
        const sine = tangent * cosine
        for (let at = 0; at < size; at += 1) rotate(a, at * size + p, at * size + q, cosine, sine)
        for (let at = 0; at < size; at += 1) rotate(a, p * size + at, q * size + at, cosine, sine)
        for (let at = 0; at < size; at += 1) rotate(v, p * size + at, q * size + at, cosine, sine)
      }
    if (off < 1e-18 * size) break
  }
  const order = Array.from({ length: size }, (_, at) => at).toSorted(
    (one, other) => (a[other * size + other] ?? 0) - (a[one * size + one] ?? 0),
  )
  const vectors = matrix(size, size)
  for (const [row, from] of order.entries())
    rowOf(vectors, row).set(v.subarray(from * size, (from + 1) * size))
  return { values: Float64Array.from(order, (at) => a[at * size + at] ?? 0), vectors }
}

/** Makes the rows orthogonal to each other and of length 1 (Gram and Schmidt, twice). */
function orthonormal(all: Matrix): Matrix {
  for (let pass = 0; pass < 2; pass += 1)
    for (let row = 0; row < all.rows; row += 1) {
      const own = rowOf(all, row)
      for (let before = 0; before < row; before += 1) {
        const other = rowOf(all, before)
        const along = own.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
        for (let at = 0; at < own.length; at += 1) own[at] = (own[at] ?? 0) - along * (other[at] ?? 0)
      }
      const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0)) || 1
      for (let at = 0; at < own.length; at += 1) own[at] = (own[at] ?? 0) / length
    }
  return all
}

/** The directions along which the rows vary most, as rows (subspace iteration); the rows have a mean of 0. */
export function principal(all: Matrix, count: number, random: () => number): Matrix {
  const flipped = transposed(all)
  let directions = matrix(count, all.columns)
  for (let at = 0; at < directions.values.length; at += 1) directions.values[at] = random()
  directions = orthonormal(directions)
  for (let pass = 0; pass < 6; pass += 1) directions = orthonormal(times(times(directions, flipped), all))
  return directions
}

/**
 * The directions that tell groups of rows apart, best first, as rows: along each of them the rows of a group have a
 * variance of 1, and the groups that of `between` (linear discriminant analysis).
 */
export function discriminants(
  all: Matrix,
  groups: readonly string[],
  count: number,
): { directions: Matrix; between: Float64Array } {
  const members = Map.groupBy(groups.keys(), (row) => groups[row] ?? '')
  const within = matrix(all.rows, all.columns)
  const means = matrix(members.size, all.columns)
  for (const [group, rows] of [...members.values()].entries()) {
    const mean = rowOf(means, group)
    for (const row of rows)
      for (const [at, value] of rowOf(all, row).entries()) mean[at] = (mean[at] ?? 0) + value / rows.length
    for (const row of rows)
      rowOf(within, row).set(rowOf(all, row).map((value, at) => value - (mean[at] ?? 0)))
  }
  const inner = covariance(within)
  // Of the means of n rows a part is only chance.
  const perGroup = all.rows / members.size
  inner.values.forEach((value, at) => (inner.values[at] = (value * perGroup) / (perGroup - 1)))
  const { values, vectors } = eigen(inner)
  const whitening = matrix(all.columns, all.columns)
  for (let row = 0; row < all.columns; row += 1) {
    const scale = 1 / Math.sqrt(Math.max(values[row] ?? 0, 1e-4 * (values[0] ?? 1)))
    rowOf(whitening, row).set(rowOf(vectors, row).map((value) => value * scale))
  }
  const outer = covariance(times(less(means, meanOf(means)), transposed(whitening)))
  const found = eigen(outer)
  const top = matrix(count, all.columns)
  for (let row = 0; row < count; row += 1) rowOf(top, row).set(rowOf(found.vectors, row))
  return {
    directions: times(top, whitening),
    between: found.values.slice(0, count).map((value) => Math.max(0, value - 1 / perGroup)),
  }
}
