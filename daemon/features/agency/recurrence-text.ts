import { readRule, type RuleParts, writeRule } from './recurrence-rule.ts'

/** How often something comes up again: a rule, and the local time (see `wallOf`) that it counts from. */
export interface Recurrence {
  readonly parts: RuleParts
  readonly from: number
}

/** What the column `repeats` holds: the rule and, in local time, where it begins. */
export function writeRecurrence({ parts, from }: Recurrence): string {
  const stamp = new Date(from).toISOString().replaceAll(/[-:]|\.\d+Z/g, '')
  return `DTSTART:${stamp}\nRRULE:${writeRule(parts)}`
}

/** Reads what `writeRecurrence` wrote. */
export function readRecurrence(text: string): Recurrence {
  const [start = '', rule = ''] = text.split('\n')
  return { parts: readRule(rule), from: wallOfStamp(start.replace('DTSTART:', '')) }
}

/** Whether a text is one that `writeRecurrence` could have written. */
export function isRecurrence(text: string): boolean {
  const [, rule] = /^DTSTART:\d{8}T\d{6}\nRRULE:([^\n]+)$/.exec(text) ?? []
  try {
    return rule !== undefined && readRule(rule).size > 0
  } catch {
    return false
  }
}

/** The rule alone of what `writeRecurrence` wrote. */
export function ruleOf(text: string): string {
  return text.replace(/^[^\n]*\nRRULE:/, '')
}

/** The local time of `YYYYMMDD` or `YYYYMMDDTHHMMSS`, see `wallOf`. */
export function wallOfStamp(stamp: string): number {
  const [year = 0, month = 1, date = 1] = [stamp.slice(0, 4), stamp.slice(4, 6), stamp.slice(6, 8)].map(
    Number,
  )
  const [hour = 0, minute = 0, second = 0] = [9, 11, 13].map((at) => Number(stamp.slice(at, at + 2)))
  return Date.UTC(year, month - 1, date, hour, minute, second)
}
