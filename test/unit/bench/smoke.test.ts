import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'

const module = JSON.stringify(join(root, 'test/bench/smoke.ts'))

function run(statements: string, ...words: string[]) {
  const program = `import { amount, givenNumbers } from ${module}\n${statements}`
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, '--']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, 'bench', ...words], {
    encoding: 'utf8',
  })
  return { status, firstLine: stdout.split('\n')[0], complaint: stderr.trim() }
}

describe('A smoke run of a benchmark', () => {
  it('does a little instead of the whole', () => {
    const program = 'console.log(`${amount(2, 200)} kills`)'
    assert.equal(run(program, '--smoke').firstLine, '2 kills')
    assert.equal(run(program).firstLine, '200 kills')
  })

  it('ends well where every figure is finite', () => {
    assert.equal(run("console.table([{ p50: '1.2 ms' }])", '--smoke').status, 0)
  })

  it('fails where a figure is no finite number', () => {
    const { status, complaint } = run('console.log(`ratio ${0 / 0}`); process.exit(0)', '--smoke')
    assert.deepEqual([status, complaint], [1, 'a figure is none: ratio NaN'])
  })

  it('fails where nothing was counted or measured', () => {
    const { status, complaint } = run("console.log('done')", '--smoke')
    assert.deepEqual([status, complaint], [1, 'not one figure was printed'])
  })
})

describe('The numbers that a benchmark is told', () => {
  it('are those behind its name, whole and above 0', () => {
    const program = 'console.log(...givenNumbers(5, 7))'
    assert.equal(run(program, '3').firstLine, '3 7')
    const { status, complaint } = run(program, '3', 'many')
    assert.equal(status, 1)
    assert.match(complaint, /many is no whole number above 0/)
  })
})
