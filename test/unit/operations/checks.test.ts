import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { checks, runChecks } from '../../../daemon/features/operations/checks/checks.ts'
import { judgeProgram } from '../../../daemon/features/operations/checks/program.ts'
import { countsOf, settingsIn } from '../../../daemon/kernel/offline/checkup.ts'
import { type CheckName, checkupWording, type FoundName } from '../../../daemon/language/checkup.ts'
import german from '../../../daemon/language/de/checkup.json' with { type: 'json' }
import english from '../../../daemon/language/en/checkup.json' with { type: 'json' }
import { freshHome, look, named } from '../../support/looked.ts'

const usual = { environment: {}, manifest: null, now: Date.now(), running: null } as const

describe('The check of the program', () => {
  it('loads what holds native code', async () => {
    assert.deepEqual(named(await look(freshHome(), 'program')), ['ok program_fine'])
  })

  it('finds a Node that is too old, and each module that does not load', async () => {
    const [old] = await judgeProgram({ node: '22.11.0', modules: {} })
    assert.deepEqual([old?.level, old?.finding], ['problem', 'program_old_node'])
    const unloadable = String.raw`data:text/javascript,throw new Error('invalid ELF header\nat dlopen')`
    const modules = {
      whole: async () => {},
      broken: () => import(unloadable),
    }
    const findings = await judgeProgram({ node: '24.1.0', modules })
    assert.deepEqual(
      findings.map(({ finding, figures }) => [finding, figures]),
      [['program_module_broken', { module: 'broken', node: '24.1.0', reason: 'invalid ELF header' }]],
    )
  })
})

describe('The check of the settings', () => {
  it('finds what would stop the next start', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'settings')), ['ok settings_fine'])
    writeFileSync(home.config, '{"http_port": "many"}')
    const [finding] = await look(home, 'settings')
    assert.deepEqual([finding?.level, finding?.finding], ['problem', 'settings_broken'])
    assert.match(finding?.text ?? '', /config\.json.*http_port/)
    const environment = settingsIn({ COMPANION_GRPC_PORT: 'none', PATH: '/bin' })
    assert.deepEqual(environment, { COMPANION_GRPC_PORT: 'none' })
    writeFileSync(home.config, '{}')
    assert.match((await look(home, 'settings', { environment }))[0]?.text ?? '', /grpc_port must be integer/)
    // What stands on the settings is left out.
    assert.deepEqual(await look(home, 'engine', { environment }), [])
  })
})

describe('A check-up', () => {
  it('reports on each thing, in a fixed order', async () => {
    const findings = await runChecks({ home: freshHome(), language: 'en', ...usual })
    const told = [...new Set(findings.map(({ check }) => check))]
    const expected = Object.keys(checks).filter((name) => process.platform === 'linux' || told.includes(name))
    assert.deepEqual(told, expected)
    for (const { text } of findings) assert.doesNotMatch(text, /[{}]|undefined|NaN/)
    assert.deepEqual(countsOf(findings), { problems: 0, warnings: 1 })
  })

  it('goes on where a check fails, and says so', async () => {
    const failing = async () => () => {
      throw new Error('the disk hangs\nsomewhere')
    }
    const unloadable = async () => {
      throw new Error('no such module')
    }
    const some = { home: failing, rights: unloadable, disk: checks.disk }
    const findings = await runChecks({ home: freshHome(), language: 'en', ...usual }, some)
    assert.deepEqual(findings.map(({ check, finding, text }) => [check, finding, text]).slice(0, 2), [
      ['home', 'check_failed', 'This could not be checked: the disk hangs'],
      ['rights', 'check_failed', 'This could not be checked: no such module'],
    ])
    assert.equal(findings[2]?.finding, 'disk_fine')
  })

  it('says the same in German', async () => {
    const findings = await runChecks({ home: freshHome(), language: 'de', ...usual }, { disk: checks.disk })
    assert.equal(findings[0]?.title, 'Speicherplatz')
    assert.match(findings[0].text, /^[\d,]+\s\wB von [\d,]+\s\wB sind frei\.$/)
  })
})

describe('The texts of a check-up', () => {
  const slots = (text: unknown) => [...JSON.stringify(text).matchAll(/\{[a-z ]+\}/g)].map(([slot]) => slot)

  it('fill in the same figures in both languages', () => {
    for (const part of ['found', 'fixed'] as const)
      for (const [name, text] of Object.entries(english[part])) {
        const other = (german[part] as Record<string, unknown>)[name]
        assert.deepEqual(new Set(slots(other)), new Set(slots(text)), name)
      }
    assert.deepEqual(Object.keys(german.titles), Object.keys(english.titles))
    assert.deepEqual(Object.keys(english.titles), Object.keys(checks) satisfies string[] as CheckName[])
  })

  it('put figures into words by their units', () => {
    const { found } = checkupWording('en')
    const say = (name: FoundName, figures: Record<string, string | number>) => found(name, figures)
    assert.equal(
      say('disk_fine', { free_bytes: 1_500_000_000, total_bytes: 2_000 }),
      '1.5 GB of 2 kB are free.',
    )
    assert.equal(
      say('backups_off', { age_seconds: 45 }),
      'Daily backups are turned off (backups.daily), and the newest one is 45 seconds old.',
    )
    assert.match(say('backups_off', { age_seconds: 86_400 * 800 }), /is 2 years old\.$/)
    assert.match(say('authority_fine', { expires_at: '2031-05-04T10:00:00.000Z' }), /until May 4, 2031/)
    assert.match(say('search_fine', { count: 12_345 }), /^All 12,345 memories/)
    assert.equal(say('search_fine', { count: 1 }), 'The one memory can be found.')
    assert.match(
      checkupWording('de').found('backups_off', { age_seconds: 259_200 }),
      /die neueste ist 3 Tage alt\.$/,
    )
  })
})
