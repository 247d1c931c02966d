import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { languageOf } from '../../../daemon/language/telling.ts'

const folder = new URL('../../dialogues/de/sentences/', import.meta.url)
const german = readdirSync(folder).flatMap((name): readonly { readonly text: string }[] =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
)
const isLong = ({ text }: { readonly text: string }) => text.split(/\s+/).length >= 4

describe('The language of a message', () => {
  it('is recognised in 98 of 100 German sentences, dialects among them, whatever was spoken before', () => {
    const long = german.filter(isLong)
    assert.ok(long.length > 1_000)
    for (const last of ['en', 'de', null] as const) {
      const missed = long.filter(({ text }) => languageOf(text, last) !== 'de')
      assert.ok(missed.length / long.length <= 0.02, missed.map(({ text }) => text).join('\n'))
    }
  })

  it('is the one spoken last for a word or two that may be of any', () => {
    for (const text of ['ok', 'Anna', 'lol', 'Taxi', '17:30', 'no'])
      for (const last of ['en', 'de'] as const) assert.equal(languageOf(text, last), last, text)
  })

  it('is not changed by one word', () => {
    assert.equal(languageOf('Danke', 'en'), 'en')
    assert.equal(languageOf('thanks', 'de'), 'de')
  })

  it('is not that of the letters in a code', () => {
    for (const code of [
      '23471fec-3e4c-4d76-b269-7caea791b1d9',
      '47f883d4-9349-4b42-b68d-84c291db423f',
      'EAD43121C231',
    ])
      for (const last of ['en', null] as const)
        assert.equal(languageOf(`I like quince-${code}`, last), 'en', code)
    assert.equal(languageOf('Ich mag quince-7c593fe2-42d1-4536-b6b8-8530c3cbfa5c', 'de'), 'de')
  })

  it('is changed by a sentence', () => {
    assert.equal(languageOf('Where does my sister live?', 'de'), 'en')
    assert.equal(languageOf('Wo wohnt meine Schwester?', 'en'), 'de')
  })

  it('is the first one that is spoken where nothing was before', () => {
    assert.equal(languageOf('Tschüss', null), 'de')
    assert.equal(languageOf('Hello', null), 'en')
    assert.equal(languageOf('Anna', null), 'en')
  })

  it('is none of those that are understood for French and Russian', () => {
    assert.equal(languageOf('Ma sœur habite à Lyon depuis trois ans', 'de'), null)
    assert.equal(languageOf('Моя сестра живёт в Москве', 'de'), null)
  })
})
