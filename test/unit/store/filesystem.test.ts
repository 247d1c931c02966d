import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { assertLocalDisk, HomeOnNetworkDisk } from '../../../daemon/store/filesystem.ts'
import { temporaryFolder } from '../../support/daemon.ts'

describe('The disk of a home', () => {
  for (const [name, type] of [
    ['NFS', 0x6969],
    ['SMB', 0xff534d42],
    // As Node tells it of the same: a number of 32 bits with its sign.
    ['SMB', 0xff534d42 | 0],
  ] as const)
    it(`is refused on the network, and told why: ${name}, ${type}`, () => {
      assert.throws(
        () => assertLocalDisk('/home/mia/companion', type),
        (error) => error instanceof HomeOnNetworkDisk && error.message.includes(`network disk (${name})`),
      )
    })

  it('may be of this machine, or one that nobody knows', () => {
    for (const type of [0xef53, 0x9123683e, 0x01021994, 0x01021997, 1]) assertLocalDisk('/home/mia', type)
    const folder = temporaryFolder()
    assertLocalDisk(folder)
    rmSync(folder, { recursive: true })
  })
})
