import { formatRecord } from './record.ts'
import { isObject, isScalar, scalar } from './scalar.ts'
import { formatPage } from './table.ts'

/** The result of any operation as text of at most `width` columns where that can be. */
export function formatResult(result: unknown, width: number): string {
  if (!isObject(result)) return scalar(result)
  const { items, total } = result
  if (Array.isArray(items) && items.every(isObject)) {
    return formatPage(items, typeof total === 'number' ? total : items.length, width)
  }
  if (Array.isArray(items) && isScalar(items)) return items.map(scalar).join('\n')
  return formatRecord(result, width)
}
