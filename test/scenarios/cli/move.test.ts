import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, describe } from 'node:test'
import { makeWords } from '../../../daemon/kernel/encryption/words.ts'
import { cli, spawnCli } from '../../support/cli.ts'
import { hasTerminals, keys, TerminalCli } from '../../support/cli-terminal.ts'
import { signIn, startTestDaemon, type TestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { lockHome, passphrase } from '../../support/locked-home.ts'
import { itLong, itScaled as it, some } from '../../support/long.ts'
import { rest } from '../../support/wire/rest.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
const at = (name: string) => join(root, name)
const facts = [
  'Grandma Ilse keeps her spare key under the blue flowerpot',
  'The boiler was serviced by Hansen in October',
  'Nora is allergic to hazelnuts',
]
const config = { backups: { daily: false, keep: 3 }, sessions: { idle_days: 9 }, log: { level: 'warn' } }

/** A household that remembers something, in a home of that name; `close` it before another program takes the home. */
async function household(name: string) {
  mkdirSync(at(name))
  const daemon = await startTestDaemon({ home: at(name), config })
  const owner = await daemon.owner()
  for (const content of facts) {
    const payload = { content }
    const { status } = await rest(daemon, 'POST /memory/store', { token: owner.access_token, payload })
    assert.equal(status, 201)
  }
  return daemon
}

async function searchResults(daemon: TestDaemon): Promise<string[][]> {
  const { access_token: token } = await signIn(daemon, 'olga')
  const asked = ['where is the spare key', 'boiler', 'what must Nora not eat'].map(async (q) => {
    const answer = await rest(daemon, `GET /memory/search?q=${encodeURIComponent(q)}`, { token })
    return answer.body.data.items.map(({ memory }: { memory: { content: string } }) => memory.content)
  })
  return Promise.all(asked)
}

async function remembered(daemon: TestDaemon): Promise<string[]> {
  const { access_token: token } = await signIn(daemon, 'olga')
  const { items } = (await rest(daemon, 'GET /memory/recent', { token })).body.data
  return items.map(({ content }: { content: string }) => content)
}

const restored = (file: string, home: string, words: string, ...more: string[]) =>
  cli(at(home), ['restore', file, ...more], { environment: { COMPANION_WORDS: words } })

function assertUntouched(home: string): void {
  const names = existsSync(at(home)) ? readdirSync(at(home)) : []
  assert.deepEqual(
    names.filter((name) => /^companion\.db|key|config|erasures/.test(name) && name !== 'keys'),
    [],
  )
  if (names.includes('keys')) assert.deepEqual(readdirSync(join(at(home), 'keys')), [])
}

describe('companion move', () => {
  let words = ''
  let before: string[][] = []

  it('writes the home of a running daemon into a file, encrypted with words that are shown', async () => {
    await using daemon = await household('old')
    before = await searchResults(daemon)
    assert.deepEqual([before[0]?.[0], before[1]?.[0]], facts.slice(0, 2))
    const { code, stdout, stderr } = await cli(at('old'), ['move', at('home.age'), '--json'])
    assert.equal(code, 0, stderr)
    const moved = JSON.parse(stdout)
    words = moved.words
    assert.equal(words.split(' ').length, 12)
    assert.deepEqual([moved.members, moved.memories, moved.retired], [['Olga Example'], 3, false])
    const bytes = readFileSync(at('home.age'))
    assert.equal(bytes.toString('latin1', 0, 21), 'age-encryption.org/v1')
    assert.ok(!bytes.includes('flowerpot'))
    assert.deepEqual(readdirSync(join(at('old'), 'backups')), [])
    const again = await cli(at('old'), ['move', at('home.age')])
    assert.match(again.stderr, /is there already/)
    const retiring = await cli(at('old'), ['move', at('other.age'), '--retire'])
    assert.match(retiring.stderr, /Companion runs on this home/)
    assert.equal(existsSync(at('other.age')), false)
  })

  it('gives the new machine the same answers, the keys, and the settings of the household alone', async () => {
    const { code, stdout, stderr } = await restored(at('home.age'), 'new', words.toUpperCase())
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Restored the home that was moved on .*: Olga Example, 3 memories, its keys/)
    const settings = JSON.parse(readFileSync(join(at('new'), 'config.json'), 'utf8'))
    assert.deepEqual(settings, { backups: config.backups, sessions: config.sessions })
    for (const name of ['receipt-key.json', 'audit-key', 'local-key.json'])
      assert.equal(readFileSync(join(at('new'), name), 'utf8'), readFileSync(join(at('old'), name), 'utf8'))
    await using daemon = await startTestDaemon({ home: at('new') })
    assert.deepEqual(await searchResults(daemon), before)
    const { access_token: token } = await signIn(daemon, 'olga')
    const verdict = await rest(daemon, 'GET /security/audit/verify', { token })
    assert.equal(verdict.body.data.intact, true)
    const over = await restored(at('home.age'), 'new', words)
    assert.match(over.stderr, /Companion runs on this home/)
  })

  it('is not restored over a household, nor with other words', async () => {
    const over = await restored(at('home.age'), 'new', words)
    assert.deepEqual([over.code, /already has a household/.test(over.stderr)], [6, true])
    const wrong = await restored(at('home.age'), 'nowhere', makeWords())
    assert.deepEqual([wrong.code, /these words do not open the file/.test(wrong.stderr)], [4, true])
    assertUntouched('nowhere')
  })

  it('changes nothing where the file was cut or altered, wherever that is', async () => {
    const whole = readFileSync(at('home.age'))
    const flipped = (place: number) => {
      const bytes = Buffer.from(whole)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      return bytes
    }
    const middle = Math.floor(whole.length / 2)
    const first = { cut: whole.subarray(0, whole.length - 1), 'altered in the middle': flipped(middle) }
    const others = {
      'cut in the middle': whole.subarray(0, middle),
      'altered at the end': flipped(whole.length - 3),
      lengthened: Buffer.concat([whole, Buffer.from('more')]),
    }
    const broken = Object.entries(first)
    for (const [name, bytes] of some(broken, [...broken, ...Object.entries(others)])) {
      writeFileSync(at('broken.age'), bytes)
      const { code, stderr } = await restored(at('broken.age'), 'nowhere', words)
      assert.deepEqual([code, /the file was cut or altered/.test(stderr)], [6, true], `${name}: ${stderr}`)
      assertUntouched('nowhere')
    }
  })

  it('retires a home that stands still, which starts again once it is brought back', async () => {
    const { code, stdout, stderr } = await cli(at('old'), ['move', at('retired.age'), '--retire'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /is retired, and does not start any more/)
    await assert.rejects(startTestDaemon({ home: at('old') }), /moved to another machine and retired/)
    const again = /\n {2}([a-z]+(?: [a-z]+){11})\n/.exec(stdout)?.[1] ?? ''
    assert.equal((await restored(at('retired.age'), 'third', again)).code, 0)
    {
      await using daemon = await startTestDaemon({ home: at('third') })
      assert.deepEqual(await remembered(daemon), facts.toReversed())
    }
    assert.equal((await cli(at('old'), ['move', '--back'])).code, 0)
    assert.match((await cli(at('old'), ['move', '--back'])).stderr, /this home is not retired/)
    await using daemon = await startTestDaemon({ home: at('old') })
    assert.deepEqual(await remembered(daemon), facts.toReversed())
  })

  it('goes through a pipe from one program to the other', async () => {
    const environment = { COMPANION_WORDS: makeWords() }
    const source = spawnCli(at('old'), ['move', '-'], { environment })
    const target = spawnCli(at('piped'), ['restore', '-', '--json'], { environment, folder: root })
    source.stdin.end()
    const [, told, result, complaint, [code]] = await Promise.all([
      pipeline(source.stdout, target.stdin),
      text(source.stderr),
      text(target.stdout),
      text(target.stderr),
      once(target, 'close'),
    ])
    assert.equal(code, 0, complaint)
    assert.match(told, new RegExp(`shown this once:\n\n  ${environment.COMPANION_WORDS}\n`))
    assert.match(told, /goes on as before/)
    assert.equal(JSON.parse(result).memories, 3)
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith('companion-move-')),
      [],
    )
    assert.deepEqual(
      readdirSync(join(at('old'), 'backups')).filter((name) => name.endsWith('.part')),
      [],
    )
    await using daemon = await startTestDaemon({ home: at('piped') })
    assert.deepEqual(await remembered(daemon), facts.toReversed())
  })

  it('does not retire a home of which nobody has taken the file', async () => {
    const source = spawnCli(at('old'), ['move', '-', '--retire'])
    source.stdin.end()
    source.stdout.destroy()
    const [told, [code]] = await Promise.all([text(source.stderr), once(source, 'close')])
    assert.equal(code, 1, told)
    assert.equal(existsSync(join(at('old'), 'retired.json')), false)
    assert.deepEqual(
      readdirSync(join(at('old'), 'backups')).filter((name) => name.endsWith('.part')),
      [],
    )
  })

  it('keeps what came through a pipe where the words were mistyped', async () => {
    const { code, stderr } = await piped(at('home.age'), makeWords())
    assert.equal(code, 4)
    const backup = /companion restore (\S+\.age)$/m.exec(stderr)?.[1] ?? ''
    assert.deepEqual(readFileSync(backup), readFileSync(at('home.age')))
    rmSync(backup)
    assertUntouched('piped-wrong')
  })

  itLong('keeps nothing of what came through a pipe that was cut', async () => {
    writeFileSync(at('broken.age'), readFileSync(at('home.age')).subarray(0, -5))
    const cut = await piped(at('broken.age'), words)
    assert.deepEqual([cut.code, /is kept/.test(cut.stderr)], [6, false])
    assertUntouched('piped-wrong')
  })

  it(
    'asks for the words at the terminal where a pipe takes standard input',
    { skip: !hasTerminals },
    async () => {
      const script = join(root, 'piped.sh')
      writeFileSync(script, `cd '${root}' && cat home.age | "$@"\n`)
      await using terminal = new TerminalCli(at('asked'), ['restore', '-'], { through: ['sh', script] })
      await terminal.shows(/The twelve words: $/)
      terminal.type(`${words}${keys.enter}`)
      await terminal.shows(/Restored the home that was moved/)
      assert.equal(await terminal.exit(), 0)
      assert.doesNotMatch(terminal.raw, new RegExp(words))
    },
  )

  it('says that there is nothing to move in an empty home', async () => {
    const { code, stderr } = await cli(at('empty'), ['move', at('empty.age')])
    assert.deepEqual([code, /nobody lives in this home/.test(stderr)], [5, true])
  })

  it('moves an encrypted home, which opens with the passphrase that it had', async () => {
    await lockHome(at('old'))
    const environment = { COMPANION_PASSPHRASE: passphrase }
    const moved = await cli(at('old'), ['move', at('sealed.age'), '--json'], { environment })
    assert.equal(moved.code, 0, moved.stderr)
    const built = await restored(at('sealed.age'), 'unsealed', moved.json().words, '--json')
    assert.equal(built.code, 0, built.stderr)
    assert.equal(built.json().encrypted, true)
    const off = await cli(at('unsealed'), ['encryption', 'off', '--json'], { environment })
    assert.equal(off.code, 0, off.stderr)
    await using daemon = await startTestDaemon({ home: at('unsealed') })
    assert.deepEqual(await remembered(daemon), facts.toReversed())
  })
})

async function piped(file: string, words: string) {
  const child = spawnCli(at('piped-wrong'), ['restore', '-'], {
    environment: { COMPANION_WORDS: words },
    folder: root,
  })
  child.stdin.end(readFileSync(file))
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, stderr }
}
