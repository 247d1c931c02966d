import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { licencesOf } from '../../../build/packaging/licences.ts'
import { sbomOf } from '../../../build/packaging/sbom.ts'
import { packagesOf } from '../../../build/packaging/shipped.ts'

function project() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const add = (path: string, about: object, texts: Record<string, string> = {}) => {
    const at = join(folder.path, path)
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), JSON.stringify(about))
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(at, name), text)
  }
  return { path: folder.path, add, [Symbol.dispose]: () => folder.remove() }
}

describe('The list of shipped packages', () => {
  it('is derived from the files: each package once, nested ones included', () => {
    using made = project()
    made.add('node_modules/pea', { name: 'pea', version: '1.0.0', license: 'MIT' })
    made.add('node_modules/@root/beet', { name: '@root/beet', version: '2.0.0' })
    made.add('node_modules/pea/node_modules/@root/beet', {
      name: '@root/beet',
      version: '1.0.0',
      license: 'ISC',
    })
    const packages = packagesOf(
      [
        'daemon/main.ts',
        'node_modules/pea/index.js',
        join(made.path, 'node_modules', 'pea', 'lib', 'more.js'),
        'node_modules/@root/beet/index.js',
        'node_modules/pea/node_modules/@root/beet/index.js',
      ],
      made.path,
    )
    assert.deepEqual(
      packages.map(({ name, version, license }) => `${name} ${version} ${license}`),
      ['@root/beet 2.0.0 not stated', '@root/beet 1.0.0 ISC', 'pea 1.0.0 MIT'],
    )
  })

  it('has the licence and its text for each', () => {
    using made = project()
    made.add(
      'node_modules/pea',
      { name: 'pea', version: '1.0.0', license: 'MIT' },
      {
        'LICENSE.md': 'Do as you like.',
        NOTICE: 'Grown by Ada.',
        'index.js': 'secret',
      },
    )
    made.add('node_modules/corn', { name: 'corn', version: '3.0.0', license: 'ISC' })
    const text = licencesOf(packagesOf(['node_modules/pea/a.js', 'node_modules/corn/a.js'], made.path))
    assert.match(text, /corn 3\.0\.0: ISC\n=+\n\nThe package comes without its text\.\n/)
    assert.match(text, /pea 1\.0\.0: MIT\n=+\n\n(?=[^]*Do as you like\.)(?=[^]*Grown by Ada\.)/)
    assert.doesNotMatch(text, /secret/)
  })

  it('is exported as CycloneDX, complete and exact', () => {
    const sbom = JSON.parse(sbomOf(packagesOf(['node_modules/fastify/fastify.js']), '9.9.9'))
    assert.equal(sbom.bomFormat, 'CycloneDX')
    assert.equal(sbom.metadata.component.name, 'companion')
    assert.deepEqual(
      sbom.components.map(({ name }: { name: string }) => name),
      ['fastify'],
    )
    assert.ok(sbom.components[0].hashes.length > 0)
  })
})
