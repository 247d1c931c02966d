import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { IsObject, type TObject } from 'typebox'
import { ConfigSchema } from '../../daemon/kernel/config.ts'
import { root } from '../support/sources.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

function settings({ properties }: TObject, above: string[] = []): { path: string; default: unknown }[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    IsObject(schema)
      ? settings(schema, [...above, key])
      : [{ path: [...above, key].join('.'), default: 'default' in schema ? schema.default : undefined }],
  )
}

describe('The README', () => {
  for (const { path, default: fallback } of settings(ConfigSchema)) {
    it(`documents ${path}, its variable and its default`, () => {
      const row = readme
        .split('\n')
        .find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${path}\``))
      assert.ok(row)
      assert.ok(row.includes(`\`COMPANION_${path.replaceAll('.', '_').toUpperCase()}\``))
      if (fallback !== undefined)
        assert.equal(
          row.split('|')[2]?.trim().replaceAll('`', ''),
          JSON.stringify(fallback).replaceAll('"', ''),
        )
    })
  }

  it('has no broken links', () => {
    const links = [...readme.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, link]) => String(link))
    assert.ok(links.length > 3)
    for (const link of links) assert.ok(existsSync(join(root, link)), link)
  })
})
