// What the encryption of a home costs: the start, searches and storing, of the same household with and without it, in turns in
// the same run. node test/bench/encryption.ts [memories of each of two members] [rounds] [--smoke]
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useCheapSecrets } from '../../daemon/kernel/encryption/work-factor.ts'
import { login, temporaryFolder } from '../support/daemon.ts'
import { lockHome } from '../support/locked-home.ts'
import { rest } from '../support/wire/rest.ts'
import { startMeasuredDaemon } from './measured-daemon.ts'
import { median } from './percentile.ts'
import { fillHome } from './search-home.ts'
import { amount, givenNumbers, isSmoke } from './smoke.ts'

// What the tests' support has said is not so where it is measured.
useCheapSecrets(isSmoke)
const [each, rounds] = givenNumbers(amount(4, 5_000), amount(1, 7))
const asked = amount(2, 40)

const folder = temporaryFolder()
const [plain, encrypted, credentials] = ['plain', 'encrypted', 'credentials'].map((name) =>
  join(folder, name),
) as [string, string, string]
for (const path of [plain, credentials]) mkdirSync(path)
const { questions } = await fillHome(plain, { members: 2, each }, asked)
cpSync(plain, encrypted, { recursive: true })
const begun = performance.now()
const { key } = await lockHome(encrypted)
const encrypting = performance.now() - begun
writeFileSync(join(credentials, 'companion-home-key'), key.toString('hex'))

type Figures = Record<'start' | 'search' | 'store', number[]>
const figures: Record<'plain' | 'encrypted', Figures> = {
  plain: { start: [], search: [], store: [] },
  encrypted: { start: [], search: [], store: [] },
}

async function timed(figure: number[], work: () => Promise<{ status: number }>): Promise<void> {
  const from = performance.now()
  const { status } = await work()
  figure.push(performance.now() - from)
  if (status >= 300) throw new Error(`refused with ${status}`)
}

for (let round = 0; round < rounds; round += 1)
  for (const [home, own] of [
    [plain, figures.plain],
    [encrypted, figures.encrypted],
  ] as const) {
    const from = performance.now()
    const daemon = await startMeasuredDaemon(home, { CREDENTIALS_DIRECTORY: credentials })
    own.start.push(performance.now() - from)
    const token: string = (await login(daemon, 'olga')).body.data.access_token
    const search = (text: string) =>
      rest(daemon, `GET /memory/search?q=${encodeURIComponent(text)}`, { token })
    // The first one starts the threads.
    await search('Good morning')
    for (const { text } of questions) await timed(own.search, () => search(text))
    for (const { text } of questions)
      await timed(own.store, () =>
        rest(daemon, 'POST /memory/store', {
          token,
          payload: { content: `${text} ${round} ${Math.random()}` },
        }),
      )
    await daemon.stop()
  }

const megabytes = (file: string) => statSync(file).size / 2 ** 20
console.log(
  `${2 * each} memories, ${megabytes(join(plain, 'companion.db')).toFixed(0)} MiB; ${rounds} rounds`,
)
console.log(`encrypting the home: ${(encrypting / 1_000).toFixed(1)} s`)
for (const name of ['start', 'search', 'store'] as const) {
  const [one, other] = [median(figures.plain[name]), median(figures.encrypted[name])]
  console.log(
    `${name}: ${one.toFixed(1)} ms plain, ${other.toFixed(1)} ms encrypted, ${(other / one).toFixed(2)} times`,
  )
}
rmSync(folder, { recursive: true, force: true })
