import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  aboutIn,
  isNoCommand,
  plainCommand,
  readForgetting,
  toldInstead,
} from '../../../daemon/language/de/commands.ts'
import { finding } from '../../../daemon/language/de/finding.ts'

const told = (...contents: string[]) => contents.map((content) => ({ content }))
const meant = (text: string, contents: readonly string[]) =>
  finding.matchMemories(readForgetting(text), told(...contents)).matches.map(({ content }) => content)

describe('A German command', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Vergiss das bitte wieder', 'forget'],
    ['Lösch alles über Jonas', 'forget'],
    ['Kannst du meine Adresse vergessen?', 'forget'],
    ['Alles über Stefan vergessen, außer dass er mein Ex ist', 'forget'],
    ['Merk dir das nicht: ich hab gespickt', 'forget'],
    ['Hör auf, dir zu merken, was ich sage', 'stop_remembering'],
    ['Ab jetzt bitte nichts mehr merken', 'stop_remembering'],
    ['Du darfst dir wieder alles merken', 'resume_remembering'],
    ['Vergiss nicht, dass ich Äpfel mag', null],
    ['Ich vergesse immer meine Brille', null],
    ['Ich hab den Schlüssel vergessen', null],
    ['Lösch die Erinnerung an Oma', null],
    ['Meine Schwester heißt Anke', null],
  ]
  for (const [text, act] of rows)
    it(`is ${act ?? 'none'}: ${text}`, () => {
      assert.equal(plainCommand(text), act)
    })

  it('only speaks of forgetting where nobody is asked to', () => {
    assert.ok(isNoCommand('Oma vergisst alles'))
    assert.ok(!isNoCommand('Vergiss Tom'))
  })

  it('says what holds instead', () => {
    assert.equal(toldInstead('Streich das, ich meinte am Sonntag'), 'am Sonntag')
    assert.equal(toldInstead('Streich das'), null)
  })

  it('asks for all of somebody', () => {
    assert.equal(aboutIn('Was weißt du über Jonas?'), 'Jonas')
    assert.equal(aboutIn('Was weißt du über mich?'), null)
  })
})

describe('What is to be forgotten in German', () => {
  const jonas = ['Jonas ist mein Cousin.', 'Jonas schuldet mir noch 50 Euro.', 'Mein Fahrrad ist blau.']

  it('is all that speaks of somebody, or the one thing that is named', () => {
    assert.deepEqual(meant('Vergiss alles über Jonas', jonas), jonas.slice(0, 2))
    assert.deepEqual(meant('Lösch bitte, dass Jonas mir Geld schuldet', jonas), [jonas[1]])
    assert.deepEqual(meant('Vergiss das mit dem Fahrrad', jonas), [jonas[2]])
    assert.deepEqual(meant('Vergiss alles über Karin', jonas), [])
  })

  it('is found in compounds, by what they are', () => {
    const bank = ['Mein Passwort für die Bank ist Hase123.', 'Meine Bank ist die Sparkasse.']
    assert.deepEqual(meant('Vergiss mein Bankpasswort', bank), [bank[0]])
    const doctor = ['Am Montag habe ich einen Zahnarzttermin.', 'Ich mag Tee.']
    assert.deepEqual(meant('Vergiss den Zahnarzt', doctor), [doctor[0]])
  })

  it('is what was said last, all, the last two, or what stands in the message', () => {
    assert.equal(readForgetting('Vergiss, was ich gerade gesagt habe').last, true)
    assert.equal(readForgetting('Vergiss alles, was du über mich weißt').everything, true)
    assert.equal(readForgetting('Lösch bitte die letzten beiden Sachen').count, 2)
    assert.equal(readForgetting('Vergiss alles von heute').since, 'today')
    assert.equal(readForgetting('Merk dir das nicht: ich hab gespickt').unsaid, 'ich hab gespickt')
    assert.equal(readForgetting('Vergiss das', 'Ich hab gespickt.', true).unsaid, 'Ich hab gespickt.')
  })

  it('spares what is to stay', () => {
    const wanted = readForgetting('Alles über Stefan vergessen, außer seinem Geburtstag')
    assert.ok(finding.isSpared(wanted, 'Stefan hat im Mai Geburtstag.'))
    assert.ok(!finding.isSpared(wanted, 'Stefan hat mich betrogen.'))
  })
})
