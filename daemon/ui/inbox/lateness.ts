/** Why a step came too late: `late.<key>` of the texts. */
export type Lateness = 'over' | 'not_pending' | 'gone' | 'missing'

/** What made a step fail that others were faster with, by the status and words of the refusal; null for all else. */
export function latenessOf(status: number, message: string): Lateness | null {
  if (status === 404) return 'missing'
  if (status === 410) return 'gone'
  if (status !== 409) return null
  return message.includes('terminal') ? 'over' : 'not_pending'
}
