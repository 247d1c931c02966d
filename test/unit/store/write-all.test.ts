import assert from 'node:assert/strict'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { writeAll } from '../../../daemon/store/write-all.ts'
import { fill, noMount, smallDisk } from '../../support/disk.ts'

describe('Bytes that are written', { skip: noMount }, () => {
  it('are all there or throw, where a disk takes no more than a part of them', (t) => {
    const disk = smallDisk(t, 1)
    const file = join(disk, 'file')
    const filler = join(disk, 'filler')
    const content = Buffer.alloc(200_000, 'a')
    const descriptor = openSync(file, 'w')
    t.after(() => closeSync(descriptor))
    // Room for about a half.
    writeAll(descriptor, content.subarray(0, 100_000), 0)
    fill(filler)
    assert.throws(() => writeAll(descriptor, content, 0), { code: 'ENOSPC' })
    rmSync(filler)
    writeAll(descriptor, content, 0)
    assert.equal(statSync(file).size, content.length)
    assert.deepEqual(readFileSync(file), content)
  })
})
