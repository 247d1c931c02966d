import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Home } from '../../../daemon/kernel/home.ts'
import { cli, ownerFlags, setUp, withPassword } from '../../support/cli.ts'
import { password, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { startSquatter } from '../../support/squatter.ts'

const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/**
 * A home as a daemon leaves it that is killed, with another program on its port and the number of its process given to one
 * that lives, as the system does sooner or later; with an owner who is signed in on the command line unless it stays empty.
 */
async function usurp(withOwner: boolean) {
  const path = temporaryFolder()
  folders.push(path)
  const daemon = await startTestDaemon({ home: path })
  const { home, file } = daemon
  if (withOwner) await setUp(daemon)
  const left = [home.daemon, home.pid, home.socket].filter((file) => existsSync(file))
  for (const name of left) renameSync(name, `${name}.left`)
  await daemon.stop()
  for (const name of left) renameSync(`${name}.left`, name)
  writeFileSync(home.daemon, JSON.stringify({ ...file, pid: process.pid }))
  return { home, squatter: await startSquatter(Number(new URL(file.base_url).port)) }
}

function secretsOf(home: Home): string[] {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  const session = JSON.parse(read(home.cliSession) || '{}') as Record<string, string>
  const secrets = [session['access_token'], session['refresh_token'], read(home.setupCode).trim()]
  return [
    password,
    'Bearer',
    'bearer.',
    'eyJ',
    ...secrets.filter((one) => one !== undefined && one !== ''),
  ] as string[]
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
    let [home, squatter] = [] as unknown as [Home, Awaited<ReturnType<typeof startSquatter>>]
    before(async () => {
      ;({ home, squatter } = await usurp(true))
      leave(home)
    })
    after(() => squatter[Symbol.asyncDispose]())

    for (const args of everyday)
      it(`is given nothing by \`companion ${args.join(' ')}\``, async () => {
        const { code, stdout, stderr } = await cli(home.path, args, withPassword)
        const heard = squatter.heard.splice(0).join('\n')
        for (const secret of secretsOf(home)) assert.ok(!heard.includes(secret), heard)
        assert.equal(code, 3, stdout)
        assert.match(stderr, complaint)
      })

    it('is given no setup code by `companion setup`', async () => {
      const empty = await usurp(false)
      await using other = empty.squatter
      leave(empty.home)
      const { code, stdout, stderr } = await cli(empty.home.path, ['setup', ...ownerFlags], withPassword)
      const heard = other.heard.join('\n')
      for (const secret of secretsOf(empty.home)) assert.ok(!heard.includes(secret), heard)
      assert.equal(code, 3, stdout)
      assert.match(stderr, complaint)
    })
  })
