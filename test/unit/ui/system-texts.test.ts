import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { engineFailureKinds } from '../../../daemon/features/engines/models/engine-failed.ts'
import { openConfig } from '../../../daemon/kernel/running-config.ts'
import { auditEvents as known } from '../../../daemon/features/security/audit-events.ts'
import { system as de } from '../../../daemon/ui/catalogue/de/system.ts'
import { system as en } from '../../../daemon/ui/catalogue/en/system.ts'
import { auditEvents } from '../../../daemon/ui/system/security/audit.ts'

const texts: Readonly<Record<string, string>> = en
const settings = openConfig('/nowhere/config.json', {}).settings()

describe('The page of the system', () => {
  it('has a word for every event of the audit log', () => {
    assert.deepEqual([...auditEvents], [...known])
    assert.deepEqual(
      auditEvents.filter((event) => !texts[`event.${event}`]),
      [],
    )
  })

  it('has a sentence for every way in which a model server fails', () => {
    assert.deepEqual(
      engineFailureKinds.filter((kind) => !texts[`engine_failure.${kind}`]),
      [],
    )
  })

  it('says of every setting what it means, and has a title for its group', () => {
    const missing = settings.flatMap(({ name }) => {
      const group = name.includes('.') ? name.split('.')[0] : 'general'
      return [`setting.${name}`, `config.group_${group}`].filter((key) => !texts[key])
    })
    assert.deepEqual(missing, [])
  })

  it('names no setting that does not exist', () => {
    const names = new Set(settings.map(({ name }) => `setting.${name}`))
    assert.deepEqual(
      Object.keys(en).filter((key) => key.startsWith('setting.') && !names.has(key)),
      [],
    )
  })

  it('puts the same values into both languages', () => {
    const values = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted()
    const differ = (Object.keys(en) as (keyof typeof en)[]).filter(
      (key) => values(en[key]).join() !== values(de[key]).join(),
    )
    assert.deepEqual(differ, [])
  })
})
