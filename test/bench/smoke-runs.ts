// Runs the benchmarks that it is sent, one after another in this process, which is started with --smoke: most of what a
// smoke run takes by itself is loading Companion. Answers each with what is wrong, null where nothing is.
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { wrongIn } from './smoke.ts'

let printed = ''
process.stdout.write = new Proxy(process.stdout.write.bind(process.stdout), {
  apply(write, stream, args) {
    printed += String(args[0])
    return Reflect.apply(write, stream, args) as boolean
  },
})

async function problemOf(file: string): Promise<string | null> {
  printed = ''
  try {
    await import(pathToFileURL(file).href)
    return process.exitCode ? 'it ended with an error' : wrongIn(printed)
  } catch (error) {
    return inspect(error)
  } finally {
    process.exitCode = undefined
  }
}

process.on('message', (file: string) => void problemOf(file).then((problem) => process.send?.(problem)))
