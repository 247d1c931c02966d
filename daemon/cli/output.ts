import { styleText } from 'node:util'
import type { Invocation } from './invocation.ts'

/** Columns of the terminal; without one, lines are as long as they are. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY
}

/** Says a result: as JSON, or as `text` puts it. */
export function say({ json }: Pick<Invocation, 'json'>, result: unknown, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : text()}\n`)
}

/** Prints a remark about the work itself, separate from the result. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Dims or strengthens text where the terminal shows colours. */
export function styled(style: 'bold' | 'dim', text: string): string {
  return styleText(style, text, { stream: process.stdout })
}
