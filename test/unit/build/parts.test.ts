import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { ownTarget, root, targets } from '../../../build/packaging/layout.ts'
import { filesOf, packageFiles, PartMissing } from '../../../build/packaging/parts.ts'
import { packagedFiles } from '../../../build/packaging/staging.ts'
import { assertComplete } from '../../../build/packaging/completeness.ts'

const linux = { os: 'linux', arch: 'x64' } as const

/** A folder with empty files, gone with the test. */
function folderOf(...files: string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const at = (file: string) => join(folder.path, file)
  for (const file of files) {
    mkdirSync(dirname(at(file)), { recursive: true })
    writeFileSync(at(file), file)
  }
  return { path: folder.path, at, [Symbol.dispose]: () => folder.remove() }
}

/** A file for each pattern of the allow-list. */
const wanted = () =>
  Object.entries(packageFiles(linux)).flatMap(([name, patterns]) =>
    patterns.map((pattern) => join(name, pattern.replace(/\{([^,]+),.*?\}/g, '$1').replaceAll('*', 'one'))),
  )

describe('The allow-list of packages', () => {
  it('names existing files for this machine, and none of another', () => {
    const files = packagedFiles(ownTarget()).map((file) => file.slice(root.length).replaceAll('\\', '/'))
    const machine = `${process.platform}-${process.arch}`
    assert.ok(files.some((file) => file.endsWith(`better-sqlite3/prebuilds/${machine}.node`)))
    const native = files.filter((file) => /\.(node|so|dylib|dll)(\.\d+)?$/.test(file))
    const own = [machine, machine.replace('-', '/'), machine.replace('win32', 'windows')]
    for (const file of native)
      assert.ok(
        own.some((part) => file.includes(part)),
        file,
      )
    assert.deepEqual(
      files.filter((file) => /\.(c|cc|cpp|h|hpp|ts|map|gyp)$/.test(file)),
      [],
    )
  })

  it('is satisfied if every part is there', () => {
    using modules = folderOf(
      ...wanted(),
      'better-sqlite3/src/better_sqlite3.cpp',
      'argon2/prebuilds/win32-x64/a.node',
    )
    const files = packagedFiles(linux, modules.path)
    assert.deepEqual(files.toSorted(), wanted().map(modules.at).toSorted())
  })

  for (const [name, part] of [
    ['better-sqlite3', 'prebuilds/linux-x64.node'],
    ['argon2', 'prebuilds/linux-x64/oneglibc.node'],
    ['onnxruntime-node', 'bin/napi-v6/linux/x64/libonnxruntime.so.1'],
    ['sqlite-vec-linux-x64', 'vec0.so'],
    ['@fastify/swagger-ui', 'static/swagger-ui.css'],
    ['grpc-health-check', 'proto/health/v1/health.proto'],
  ] as const) {
    it(`reports in a sentence that ${name} lacks ${part}`, () => {
      using modules = folderOf(...wanted())
      rmSync(modules.at(join(name, part)))
      assert.throws(
        () => packagedFiles(linux, modules.path),
        (error) => {
          assert.ok(error instanceof PartMissing)
          assert.match(
            error.message,
            new RegExp(`^the package ${name} is not whole for linux-x64: there is no `),
          )
          return true
        },
      )
    })
  }

  it('does not accept a folder as a file', () => {
    using folder = folderOf('some/file')
    assert.throws(() => filesOf(folder.path, ['*'], 'this'), /^Error: this: there is no /)
    assert.deepEqual(filesOf(folder.path, ['some/*'], 'this'), [folder.at('some/file')])
  })

  it('knows every target', () => {
    for (const target of targets)
      for (const [name, patterns] of Object.entries(packageFiles(target)))
        assert.ok(patterns.length > 0, name)
  })
})

describe('A finished package', () => {
  const parts = ['cli/cli.mjs', 'daemon/daemon.mjs', 'daemon/node_modules/argon2/argon2.cjs']

  it('is complete with the app and every staged file', () => {
    using stage = folderOf(...parts)
    using resources = folderOf('app.asar', 'app-update.yml', ...parts)
    assertComplete(linux, resources.path, stage.path)
  })

  it('is refused without its app', () => {
    using stage = folderOf(...parts)
    using resources = folderOf(...parts)
    assert.throws(() => assertComplete(linux, resources.path, stage.path), /has no app\.asar/)
  })

  it('is refused if a part is missing or truncated, by its name', () => {
    using stage = folderOf(...parts)
    using resources = folderOf('app.asar', ...parts)
    rmSync(resources.at('daemon/node_modules'), { recursive: true })
    writeFileSync(resources.at('cli/cli.mjs'), '')
    assert.throws(
      () => assertComplete(linux, resources.path, stage.path),
      (error: Error) => error.message.includes('cli/cli.mjs') && error.message.includes('argon2.cjs'),
    )
  })

  it('is refused if nothing was staged for it', () => {
    using stage = folderOf()
    using resources = folderOf('app.asar')
    assert.throws(() => assertComplete(linux, resources.path, stage.path), /nothing was gathered/)
  })
})
