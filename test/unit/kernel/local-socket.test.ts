import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPipe, isPrivate, localSocketPath } from '../../../daemon/kernel/local-socket.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const temporary = [undefined, '', '/run/user/1000', '/tmp']
const homeOf = (length: number) => `/${'h'.repeat(length - '/daemon.sock'.length - 1)}`

test('the socket is in the home where the system takes such a long path', () => {
  for (const [platform, length] of [
    ['linux', 107],
    ['darwin', 103],
  ] as const) {
    const fitting = homeOf(length)
    assert.equal(localSocketPath(fitting, { platform, temporary }), `${fitting}/daemon.sock`)
    const long = localSocketPath(homeOf(length + 1), { platform, temporary })
    assert.match(long, /^\/run\/user\/1000\/companion-[\da-f]{16}\/daemon\.sock$/)
  }
})

test('the length of its path counts in bytes', () => {
  const home = `/${'ü'.repeat(50)}`
  assert.match(localSocketPath(home, { platform: 'linux', temporary }), /^\/run\/user\/1000\//)
})

test('homes have different sockets elsewhere, and a home the same one again', () => {
  const at = (home: string) => localSocketPath(home, { platform: 'darwin', temporary })
  assert.equal(at(homeOf(200)), at(`${homeOf(200)}/`))
  assert.notEqual(at(homeOf(200)), at(homeOf(201)))
})

test('on Windows it is a named pipe', () => {
  const path = localSocketPath('C:\\Users\\Ada\\companion', { platform: 'win32', temporary: [] })
  assert.match(path, /^\\\\\.\\pipe\\companion-[\da-f]{16}$/)
  assert.deepEqual([isPipe(path), isPipe('/home/ada/daemon.sock')], [true, false])
})

test('a folder is private where it is this user’s, and nobody else may do anything with it', () => {
  if (process.platform === 'win32') return
  const folder = temporaryFolder()
  const path = join(folder, 'home')
  assert.equal(isPrivate(path), false, 'it is not there')
  mkdirSync(path, { mode: 0o700 })
  assert.equal(isPrivate(path), true)
  for (const mode of [0o701, 0o710, 0o720, 0o777]) {
    chmodSync(path, mode)
    assert.equal(isPrivate(path), false, mode.toString(8))
  }
  rmSync(folder, { recursive: true })
})
