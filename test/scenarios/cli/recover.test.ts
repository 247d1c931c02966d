import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { cli } from '../../support/cli.ts'
import { hasTerminals, keys, TerminalCli } from '../../support/cli-terminal.ts'
import { login } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'

const { daemon } = await household({ clock: systemClock })
const fresh = 'violet kettle marches north'

describe('companion recover', () => {
  it(
    'asks whose password, and for the new one twice, without showing it',
    { skip: !hasTerminals },
    async () => {
      await using terminal = new TerminalCli(daemon.home.path, ['recover'])
      const listed = await terminal.shows(/Whose password \(number or username\): $/)
      assert.match(listed, /olga {2}Olga Example {2}admin/)
      terminal.type(`nobody${keys.enter}`)
      await terminal.shows(/There is no such member\.\n.*: $/s)
      terminal.type(`mia${keys.enter}`)
      await terminal.shows(/second factors too\? \[y\/N\] $/)
      terminal.type(keys.enter)
      await terminal.shows(/where they are\? \[y\/N\] $/)
      terminal.type(keys.enter)
      await terminal.shows(/Password: $/)
      terminal.type(`password123${keys.enter}`)
      await terminal.shows(/Password again: $/)
      terminal.type(`password123${keys.enter}`)
      await terminal.shows(/list of stolen passwords; another one, please\.\nPassword: $/)
      terminal.type(`${fresh}${keys.enter}`)
      await terminal.shows(/Password again: $/)
      terminal.type(`${fresh}${keys.enter}`)
      const done = await terminal.shows(/with the new password\..*\n/)
      assert.match(done, /Mia Example can sign in as mia with the new password\. 1 session has ended\./)
      assert.equal(await terminal.exit(), 0)
      assert.doesNotMatch(terminal.raw, new RegExp(fresh))
      assert.equal((await login(daemon, 'mia', fresh)).status, 200)
    },
  )

  it('reads the password from standard input for a script', async () => {
    const args = ['recover', '--username', 'Olga', '--keep-sessions', '--password-stdin', '--json']
    const { code, stdout } = await cli(daemon.home.path, args, { input: `${fresh}\n` })
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout).sessions_ended, [])
    assert.equal((await login(daemon, 'olga', fresh)).status, 200)
  })

  it('says which member there is not, and which flag is missing', async () => {
    const nobody = await cli(daemon.home.path, ['recover', '--username', 'eve', '--password-stdin'], {
      input: `${fresh}\n`,
    })
    assert.match(nobody.stderr, /there is no member eve/)
    assert.match((await cli(daemon.home.path, ['recover'])).stderr, /recover needs --username/)
  })

  it('says what to do where the daemon does not run', async () => {
    using home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const { code, stderr } = await cli(home.path, ['recover', '--username', 'olga'])
    assert.equal(code, 3)
    assert.match(stderr, /has to run: start it with `companion daemon start`/)
  })
})
