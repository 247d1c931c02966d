import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempDisposableSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openSeal } from '../../../daemon/features/identity/factors/seal.ts'
import { openTotp } from '../../../daemon/features/identity/factors/totp.ts'
import { codeAt } from '../../support/authenticator-app.ts'
import { openTestStore } from '../../support/store.ts'

const oathtool = '/usr/bin/oathtool'
const skip = !existsSync(oathtool) && 'there is no oathtool on this machine'
const owner = '7f1b0c1e-0000-4000-8000-000000000001'
const other = '7f1b0c1e-0000-4000-8000-000000000002'

describe('Codes of authenticator apps', () => {
  it('are those that oathtool makes of the same secret, at any time', { skip }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-totp-'))
    const { store, clock } = openTestStore()
    const totp = openTotp(store, openSeal({ factorKey: join(folder.path, 'key') }), clock)
    for (let count = 0; count < 5; count += 1) {
      const { secret } = await totp.offer(owner, 'olga')
      const at = `@${Math.floor(clock.now() / 1_000)}`
      const [code = ''] = execFileSync(oathtool, ['--totp', '-b', '-N', at, secret], {
        encoding: 'utf8',
      }).split('\n')
      assert.equal(code, codeAt(secret, clock.now()))
      assert.ok(await totp.confirm(owner, code), `${secret} at ${at}`)
      clock.advance(12_345_678)
    }
  })

  it('do not confirm a secret that was made over 10 minutes ago', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-totp-'))
    const { store, clock } = openTestStore()
    const totp = openTotp(store, openSeal({ factorKey: join(folder.path, 'key') }), clock)
    const { secret } = await totp.offer(owner, 'olga')
    clock.advance(600_001)
    assert.equal(await totp.confirm(owner, codeAt(secret, clock.now())), null)
  })
})

describe('The seal', () => {
  it('opens what it has sealed, for whom it was sealed alone, also after a restart', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-seal-'))
    const factorKey = join(folder.path, 'key')
    const sealed = openSeal({ factorKey }).seal(Buffer.from('seed'), owner)
    const seal = openSeal({ factorKey })
    assert.equal(seal.open(sealed, owner).toString(), 'seed')
    assert.throws(() => seal.open(sealed, other))
    assert.equal(statSync(factorKey).mode & 0o777, 0o600)
  })

  it('opens nothing that was changed, and nothing of another key', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-seal-'))
    const seal = openSeal({ factorKey: join(folder.path, 'key') })
    const sealed = seal.seal(Buffer.from('seed'), owner)
    const bytes = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.throws(() => seal.open(changed.toString('base64url'), owner), String(at))
    }
    const another = openSeal({ factorKey: join(folder.path, 'other') })
    assert.throws(() => another.open(sealed, owner))
    assert.notEqual(another.digest('code', owner), seal.digest('code', owner))
  })
})
