import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dangerIn, intentOf, intents } from '../../../daemon/language/de/intents.ts'
import { intents as english } from '../../../daemon/language/en/intents.ts'
import { reply } from '../../../daemon/language/de/replies.ts'

describe('A German intent', () => {
  it('is there for each English one', () => {
    const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name).toSorted()
    assert.deepEqual(names(intents), names(english))
  })

  for (const { name, examples } of intents)
    for (const text of examples)
      it(`"${text}" is ${name}`, () => {
        assert.equal(intentOf(text)?.name, name)
      })
})

const meant: Readonly<Record<string, readonly string[]>> = {
  'harm-to-oneself': [
    'ich möchte nicht mehr leben',
    'Ich will sterben',
    'Ohne mich wären alle besser dran, ich bring mich um',
  ],
  'harm-to-another': ['Mein Bruder will sich das Leben nehmen'],
  violence: ['mein freund hat mich geschlagen', 'Ich hab Angst vor meinem Mann'],
  emergency: ['Hilfe, es brennt!', 'Opa ist bewusstlos', 'Ich habe zu viele Tabletten genommen'],
  grief: ['Meine Oma ist gestern gestorben'],
  distress: ['mir gehts heute echt mies'],
  unwell: ['mir ist so schlecht'],
  greeting: ['Moin', 'Servus', 'Grüß Gott'],
  thanks: ['Dankeschön', 'merci vielmals'],
  'how-are-you': ['Na, wie gehts dir?', 'Alles klar bei dir?'],
  'who-are-you': ['wer bist du eigentlich'],
  'what-can-you-do': ['was kannst du so'],
  time: ['Wie spät ist es?'],
  date: ['Welches Datum haben wir heute?'],
  agreement: ['Ja bitte', 'genau'],
  refusal: ['Nein danke', 'lieber nicht'],
}

describe('Other words for a German intent', () => {
  for (const [name, texts] of Object.entries(meant))
    for (const text of texts)
      it(`"${text}" is ${name}`, () => {
        assert.equal(intentOf(text)?.name, name)
      })
})

describe('Nobody is in danger', () => {
  for (const text of [
    'Ich will nicht mehr in Kiel leben',
    'Ich sterbe vor Hunger',
    'Ich könnte ein Eis vertragen',
    'Mein Handy ist tot',
    'Die Feuerwehr war gestern bei uns im Ort',
    'Ich hab mich beim Rasieren geschnitten',
    'Er schlägt mich beim Schach',
    'Der Wecker bringt mich noch um den Schlaf',
    'Ich kann nicht mehr so weit laufen',
  ])
    it(`in "${text}"`, () => {
      assert.equal(dangerIn(text), null)
    })

  it('but where somebody is, they hear where help is in Germany, Austria and Switzerland', () => {
    const [first] = intents.find(({ name }) => name === 'harm-to-oneself')?.replies.plain ?? []
    for (const number of ['112', '0800 111 0 111', '142', '143'])
      assert.match(first ?? '', new RegExp(number))
  })
})

describe('A German reply', () => {
  it('is another one each time while there are others', () => {
    const first = reply('kept', 'plain')
    assert.notEqual(reply('kept', 'plain', [first]), first)
  })
})
