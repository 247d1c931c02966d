/** Numbers of every vector, whatever its model: the tables have room for no other. */
export const dimension = 384

/** The vector of what says nothing: it is like no other. */
export const nothing = new Float32Array(dimension)

/** A vector as the tables keep it. */
export function vectorOf(blob: Buffer): Float32Array {
  // A copy, since a vector has to begin at a multiple of four bytes.
  return new Float32Array(new Uint8Array(blob).buffer)
}

/** The tables of vectors; those of one model lie in one of them. */
export const vectorTableNames = ['a', 'b'] as const
export type VectorTable = (typeof vectorTableNames)[number]

/** A vector of each model that is in use: of the active one, and of one that is to follow it. */
export type Vectors = Partial<Record<VectorTable, Float32Array>>
