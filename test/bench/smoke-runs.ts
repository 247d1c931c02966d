// Runs the benchmarks that it is sent, one after another in this process, which is started with --smoke: most of what a
// smoke run takes by itself is loading Companion. Answers each with what is wrong, null where nothing is.
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { printedSoFar, wrongIn } from './smoke.ts'

async function problemOf(file: string): Promise<string | null> {
  const before = printedSoFar().length
  try {
    await import(pathToFileURL(file).href)
    return process.exitCode ? 'it ended with an error' : wrongIn(printedSoFar().slice(before))
  } catch (error) {
    return inspect(error)
  } finally {
    process.exitCode = undefined
  }
}

process.on('message', (file: string) => void problemOf(file).then((problem) => process.send?.(problem)))
