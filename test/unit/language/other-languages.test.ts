import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { dangerIn } from '../../../daemon/language/en/intents.ts'
import { keepsIt } from '../../../daemon/language/en/other-languages.ts'
import { languageOf } from '../../../daemon/language/telling.ts'
import sentences from './other-languages.json' with { type: 'json' }

const isOtherLanguage = (text: string) => languageOf(text, null) === null

const english = [1, 2].flatMap((part): readonly { text: string }[] =>
  JSON.parse(readFileSync(new URL(`../../dialogues/sentences/tune-${part}.json`, import.meta.url), 'utf8')),
)

describe('Another language', () => {
  it('is recognised in all but one sentence in a hundred', () => {
    const foreign = Object.entries(sentences).flatMap(([code, texts]) => (code === 'German' ? [] : texts))
    assert.ok(foreign.length >= 75)
    const missed = foreign.filter((text) => !isOtherLanguage(text))
    assert.ok(missed.length / foreign.length <= 0.015, missed.join('\n'))
  })

  it('is recognised by its script', () => {
    for (const text of ['Моя сестра живёт в Москве', '我想吃饭', 'أختي تسكن في دبي'])
      assert.ok(isOtherLanguage(text), text)
  })

  it('is seen in one English sentence of two hundred at most', () => {
    const mistaken = english.filter(({ text }) => isOtherLanguage(text))
    assert.ok(english.length > 1_000)
    assert.ok(mistaken.length / english.length <= 0.005, mistaken.map(({ text }) => text).join('\n'))
  })

  it('is not seen in slang, names and typos', () => {
    for (const text of [
      'u ok hun? brb gonna grab some tea innit',
      'teh dentsit is on wendesday, dont let me foget',
      'My aunt Grzegorzewska married Jürgen Müller in São Paulo',
      'We had Schnitzel with Spätzle at Oma’s',
      'Zosia and Wojtek moved to Łódź',
    ])
      assert.equal(isOtherLanguage(text), false, text)
  })
})

describe('A message that was not understood', () => {
  it('is to be kept on request, in its own language too', () => {
    for (const text of [
      'keep it',
      'Yes, keep that please.',
      'OK, remember it',
      'behalte das',
      'Oui, garde-le !',
      'guárdalo',
    ])
      assert.match(text, keepsIt)
    for (const text of ['Keep it up!', 'I keep it in the shed', 'no', 'Ich behalte das Auto'])
      assert.doesNotMatch(text, keepsIt)
  })
})

/** Who may come to harm, in words of other languages. */
const dangers: readonly (readonly [string, string])[] = [
  ['Ich will sterben', 'harm-to-oneself'],
  ['ich möchte nicht mehr leben', 'harm-to-oneself'],
  ['Je veux mourir', 'harm-to-oneself'],
  ["J'ai envie d'en finir, envie de mourir", 'harm-to-oneself'],
  ['Quiero morir', 'harm-to-oneself'],
  ['ya no quiero vivir', 'harm-to-oneself'],
  ['Voglio morire', 'harm-to-oneself'],
  ['Non voglio più vivere', 'harm-to-oneself'],
  ['Ik wil dood', 'harm-to-oneself'],
  ['ik wil niet meer leven', 'harm-to-oneself'],
  ['Chcę umrzeć', 'harm-to-oneself'],
  ['nie chce juz zyc', 'harm-to-oneself'],
  ['Ölmek istiyorum', 'harm-to-oneself'],
  ['artık yaşamak istemiyorum', 'harm-to-oneself'],
  ['Mein Mann schlägt mich', 'violence'],
  ['Mon mari me frappe', 'violence'],
  ['Hilfe, es brennt!', 'emergency'],
  ['Mi hijo no respira', 'emergency'],
]

describe('Danger in another language', () => {
  for (const [text, name] of dangers)
    it(`is understood: ${text}`, () => {
      assert.equal(dangerIn(text), name)
    })

  it('is not seen where somebody wants to live', () => {
    for (const text of [
      'Ich will nicht mehr in Kiel leben',
      'Je veux vivre à Lyon',
      'no quiero vivir en Madrid',
    ])
      assert.equal(dangerIn(text), null, text)
  })
})
