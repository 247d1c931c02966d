import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Home, locateHome } from '../../../daemon/kernel/home.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { cli, ownerFlags, spawnCli } from '../../support/cli.ts'
import { password, temporaryFolder } from '../../support/daemon.ts'
import { startSquatter } from '../../support/squatter.ts'

const withPassword = { environment: { COMPANION_PASSWORD: password } }

const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A daemon in a process of its own, with an owner who is signed in on the command line unless it stays empty. */
async function startHousehold(hasMembers: boolean) {
  const path = temporaryFolder()
  folders.push(path)
  const daemon = await startDaemonProcess(path)
  if (hasMembers) {
    const { code, stderr } = await cli(path, ['setup', ...ownerFlags], withPassword)
    assert.equal(code, 0, stderr)
  }
  return { home: locateHome({ COMPANION_HOME: path }), daemon }
}

/**
 * Kills the daemon, has another program take its port, and gives the number of its process to one that lives, as the
 * system does sooner or later.
 */
async function usurp({ home, daemon: { child, file } }: Awaited<ReturnType<typeof startHousehold>>) {
  await end(child, 'SIGKILL')
  const left = JSON.parse(readFileSync(home.daemon, 'utf8')) as object
  writeFileSync(home.daemon, JSON.stringify({ ...left, pid: process.pid }))
  return startSquatter(Number(new URL(file.base_url).port))
}

/** What nobody but the daemon may see. */
function secretsOf(home: Home): string[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  const session = JSON.parse(read(home.cliSession) || '{}') as Record<string, string>
  const found = [session['access_token'], session['refresh_token'], read(home.setupCode).trim()]
  return [
    password,
    'Bearer',
    'bearer.',
    'eyJ',
    ...found.filter((one) => one !== undefined && one !== ''),
  ] as string[]
}

/** Runs a command for at most a minute; its exit code, null where it had to be ended. */
async function runBriefly(home: Home, args: readonly string[]) {
  const child = spawnCli(home.path, args, withPassword)
  child.stdin.end()
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const late = new AbortController()
  const code = await Promise.race([closed, wait(60_000, null, { signal: late.signal }).catch(() => null)])
  late.abort()
  if (code === null) child.kill('SIGKILL')
  return { code, said }
}

const everyday: readonly (readonly string[])[] = [
  ['status'],
  ['auth', 'profile'],
  ['interactions', 'list'],
  ['gateway', 'health', '--as-system'],
  ['login', '--username', 'olga'],
  ['watch'],
  ['watch', '--topic', 'system.status', '--as-system'],
  ['logout'],
]

const ways = [
  {
    left: 'left its socket behind',
    leave: () => {},
    complaint: /no daemon|does not respond|nothing responds/,
  },
  {
    left: 'left no socket',
    leave: (home: Home) => rmSync(`${home.path}/daemon.sock`, { force: true }),
    complaint: /something else answers at 127\.0\.0\.1:\d+/,
  },
]

for (const { left, leave, complaint } of ways)
  describe(`A program on the port of a killed daemon that ${left}`, () => {
    let household: Awaited<ReturnType<typeof startHousehold>>
    let squatter: Awaited<ReturnType<typeof startSquatter>>
    before(async () => {
      household = await startHousehold(true)
      squatter = await usurp(household)
      leave(household.home)
    })
    after(() => squatter[Symbol.asyncDispose]())

    const assertHeardNothing = (home: Home) => {
      const heard = squatter.heard.splice(0).join('\n')
      for (const secret of secretsOf(home)) assert.ok(!heard.includes(secret), heard)
    }

    for (const args of everyday)
      it(`is given nothing by \`companion ${args.join(' ')}\``, async () => {
        const { code, said } = await runBriefly(household.home, args)
        assertHeardNothing(household.home)
        assert.equal(code, 3, said)
        assert.match(said, complaint)
      })

    it('is given no setup code by `companion setup`', async () => {
      const empty = await startHousehold(false)
      await using other = await usurp(empty)
      leave(empty.home)
      const { code, said } = await runBriefly(empty.home, ['setup', ...ownerFlags])
      const heard = other.heard.join('\n')
      for (const secret of secretsOf(empty.home)) assert.ok(!heard.includes(secret), heard)
      assert.equal(code, 3, said)
      assert.match(said, complaint)
    })
  })
