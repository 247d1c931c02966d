import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PartMissing } from '../../../build/packaging/parts.ts'
import { gatherRelease } from '../../../build/packaging/release.ts'

const target = { os: 'linux', arch: 'arm64' } as const

function packaged(...files: string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const [made = '', stage = '', release = ''] = ['made', 'stage', 'release'].map((name) =>
    join(folder.path, name),
  )
  for (const path of [made, stage, release]) mkdirSync(path)
  for (const name of files) writeFileSync(join(made, name), name)
  writeFileSync(join(stage, 'sbom.cdx.json'), '{}')
  writeFileSync(join(release, 'of-before.deb'), '')
  return { made, stage, release, [Symbol.dispose]: () => folder.remove() }
}

describe('A release', () => {
  it('contains the packages, the files for updates, the bill of materials and the checksums', () => {
    using at = packaged(
      'Companion.AppImage',
      'companion.deb',
      'latest-linux.yml',
      'builder-debug.yml',
      'notes.txt',
    )
    const names = [
      'Companion.AppImage',
      'companion.deb',
      'latest-linux.yml',
      'companion-linux-arm64.cdx.json',
      'SHA256SUMS-linux-arm64.txt',
    ]
    assert.deepEqual(gatherRelease(target, at), names)
    assert.deepEqual(new Set(readdirSync(at.release)), new Set(names))
    const sums = readFileSync(join(at.release, 'SHA256SUMS-linux-arm64.txt'), 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      sums,
      names.slice(0, -1).map((name) => `${hash('sha256', readFileSync(join(at.release, name)))}  ${name}`),
    )
  })

  it('fails if no package was made', () => {
    using at = packaged()
    assert.throws(() => gatherRelease(target, at), PartMissing)
  })
})
