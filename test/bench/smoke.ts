/** Whether this run of a benchmark shows in seconds that it works, instead of measuring: `--smoke`. */
export const isSmoke = process.argv.includes('--smoke')

/** How much of something a benchmark does: `smoke` where it is to show no more than that it works, the `whole` to measure. */
export const amount = <T>(smoke: T, whole: T): T => (isSmoke ? smoke : whole)

/** What the program was told beside `--smoke`. */
export const given: readonly string[] = process.argv.slice(2).filter((word) => word !== '--smoke')

/** The numbers that the program was told, the usual ones where it was told none. Throws where one is no whole number above 0. */
export function givenNumbers<N extends readonly number[]>(...usual: N): N {
  const numbers = usual.map((number, at) => Number(given[at] ?? number))
  const odd = numbers.findIndex((number) => !Number.isInteger(number) || number < 1)
  if (odd >= 0) throw new Error(`${given[odd]} is no whole number above 0`)
  return numbers as unknown as N
}

/** What a smoke run says at its end. */
export const smokeEnd = 'This was a smoke run: the figures say nothing but that there are any.'

let printed = ''

if (isSmoke) failWithoutFigures()

/** What a smoke run has printed so far. */
export const printedSoFar = (): string => printed

/** Has the program fail where it prints no figure, or one that is no finite number, and say at its end that it was a smoke run. */
function failWithoutFigures(): void {
  process.stdout.write = new Proxy(process.stdout.write.bind(process.stdout), {
    apply(write, stream, args) {
      printed += String(args[0])
      return Reflect.apply(write, stream, args) as boolean
    },
  })
  process.on('exit', () => {
    const problem = wrongIn(printed)
    if (problem === null) console.log(smokeEnd)
    else {
      console.error(problem)
      process.exitCode = 1
    }
  })
}

/** What is wrong with what a smoke run has printed; null where there are figures, and each is a finite number. */
export function wrongIn(printed: string): string | null {
  const [bad] = /^.*\b(?:NaN|Infinity|null|undefined)\b.*$/m.exec(printed) ?? []
  if (bad !== undefined) return `a figure is none: ${bad}`
  return /\d/.test(printed) ? null : 'not one figure was printed'
}
