import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { codeAt, setUpApp } from '../../support/authenticator-app.ts'
import { ManualClock } from '../../support/clock.ts'
import { cli, withPassword } from '../../support/cli.ts'
import { hasTerminals, keys, TerminalCli } from '../../support/cli-terminal.ts'
import { login, password } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'

const clock = new ManualClock()
const { daemon, owner } = await household({ clock })
const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const home = daemon.home.path
const file = (name: string) => join(folder.path, name)

async function signedIn(username: string) {
  const member = await daemon.member(owner, username)
  const { code, stderr } = await cli(home, ['login', '--username', username], withPassword)
  assert.equal(code, 0, stderr)
  return member
}

describe('companion forget-me', () => {
  it('wants a confirmation, and a file that is not there yet', async () => {
    await signedIn('rosa')
    const bare = await cli(home, ['forget-me', '--receipt', file('rosa.jws')], withPassword)
    assert.deepEqual([bare.code, existsSync(file('rosa.jws'))], [2, false])
    assert.match(bare.stderr, /confirm it: --confirm "FORGET ME"/)
    writeFileSync(file('taken'), 'mine')
    const args = ['forget-me', '--confirm', 'FORGET ME', '--receipt']
    const taken = await cli(home, [...args, file('taken')], withPassword)
    assert.match(taken.stderr, /cannot write .*, so nothing was deleted/)
    const wrong = { environment: { COMPANION_PASSWORD: 'not the password' } }
    const refused = await cli(home, [...args, file('rosa.jws')], wrong)
    assert.deepEqual([refused.code, existsSync(file('rosa.jws'))], [4, false])
    assert.equal((await login(daemon, 'rosa')).status, 200)
    assert.equal(readFileSync(file('taken'), 'utf8'), 'mine')
  })

  it('deletes the account and keeps the receipt, which this home and others verify', async () => {
    const { family_member_uuid } = await signedIn('ruth')
    const args = ['forget-me', '--confirm', 'FORGET ME', '--receipt', file('ruth.jws'), '--password-stdin']
    const { code, stdout, stderr } = await cli(home, args, { input: `${password}\n` })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /You have been forgotten: .*1 accounts/)
    assert.equal((await login(daemon, 'ruth')).status, 401)
    const signedOut = await cli(home, ['forget-me', '--confirm', 'FORGET ME'], withPassword)
    assert.match(signedOut.stderr, /nobody is signed in here/)

    const here = (await cli(home, ['receipt', file('ruth.jws'), '--json'])).json()
    assert.deepEqual([here.valid, here.of_this_home], [true, true])
    assert.equal(here.receipt.family_member_uuid, family_member_uuid)
    assert.match((await cli(home, ['receipt', file('ruth.jws')])).stdout, /It was signed by this home\./)
    const elsewhere = await cli(folder.path, ['receipt', '-'], {
      input: readFileSync(file('ruth.jws'), 'utf8'),
    })
    assert.equal(elsewhere.code, 0)
    assert.match(elsewhere.stdout, /Whether it was signed by this home is not known/)
    const again = await cli(home, ['auth', 'receipt', here.receipt.receipt_id, '--json'])
    assert.equal(again.json().receipt_id, here.receipt.receipt_id)
  })

  it('takes no receipt that was changed', async () => {
    const text = readFileSync(file('ruth.jws'), 'utf8')
    const at = text.indexOf('.') + 60
    writeFileSync(
      file('changed.jws'),
      text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1),
    )
    const { code, stderr } = await cli(home, ['receipt', file('changed.jws')])
    assert.equal(code, 6)
    assert.match(stderr, /it was changed since it was signed/)
  })

  it('takes the code of a second factor', async () => {
    const { access_token } = await signedIn('fay')
    const secret = await setUpApp(daemon, access_token, () => clock.now())
    clock.advance(600_000)
    const environment = { COMPANION_PASSWORD: password, COMPANION_CODE: codeAt(secret, clock.now()) }
    const args = ['forget-me', '--confirm', 'FORGET ME', '--receipt', file('fay.jws'), '--json']
    const { code, stderr, json } = await cli(home, args, { environment })
    assert.equal(code, 0, stderr)
    assert.equal(json().deleted.second_factors, 1)
  })

  it('asks for the words and the password at a terminal', { skip: !hasTerminals }, async () => {
    await cli(home, ['login', '--username', 'rosa'], withPassword)
    await using terminal = new TerminalCli(home, ['forget-me', '--receipt', file('asked.jws')])
    const told = await terminal.shows(/Type FORGET ME to go on: $/)
    assert.match(told, /Rosa Example, your account and everything/)
    terminal.type(`FORGET ME${keys.enter}`)
    await terminal.shows(/Password: $/)
    terminal.type(`${password}${keys.enter}`)
    await terminal.shows(/You have been forgotten/)
    assert.equal(await terminal.exit(), 0)
    assert.match(readFileSync(file('asked.jws'), 'utf8'), /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })
})
